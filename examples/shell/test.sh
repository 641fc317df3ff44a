#!/bin/sh
# Plays each scenario: hours pass at once, and no rule is broken.
set -eu

failed=0
try() {
  brought=$(npx stunt-double serve --clock leaping --control --notify auto --reporter terminal=report.txt \
    "scenarios/$1.yaml" -- sh import.sh) || failed=1
  if [ "$brought" = "$2" ]; then
    echo "ok      $1"
  else
    echo "not ok  $1: it brought $brought, and not $2"
    cat report.txt
    failed=1
  fi
}

try whole-import '{"status":"COMPLETED","queries":1,"records":12}'
try hour-passes '{"status":"COMPLETED","queries":2,"records":12}'
try consent-is-withdrawn '{"status":"CANCELED","queries":1,"records":0}'
exit $failed
