# SPDX-License-Identifier: MIT
# consumer_run.sh MACHINE WORK PROGRAM: what consumer.sh has built gets answers under Wine.
set -eu

machine=$1 work=$2 program=$3
. ./wine.sh
need_wine "$work"
answers_42 "$work/$program"
