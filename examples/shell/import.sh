#!/bin/sh
# Imports a customer's data, with curl, jq, and socat, which listens for notifications.
set -eu

here=$(dirname "$0")
folder=$(mktemp -d)
mkdir "$folder/ended"

# Writes down how queries ended, a file for each.
address=${STUNT_DOUBLE_NOTIFY_URL#http://}
address=${address%%/*}
export ENDED="$folder/ended"
socat "TCP-LISTEN:${address#*:},bind=${address%:*},reuseaddr,fork" "EXEC:sh $here/notified.sh" &
trap 'kill $!; rm -r "$folder"' EXIT

token=$STUNT_DOUBLE_CUSTOMER_ACCESS_TOKEN
queries=$STUNT_DOUBLE_EU_WEST_1_URL/$STUNT_DOUBLE_CUSTOMER_SCOPE/data-queries
answer=$folder/answer

# Lets time pass: as it does, or in a simulation that knows of it, where hours take no time.
pause() {
  if [ -z "${STUNT_DOUBLE_CONTROL_URL:-}" ]; then
    sleep "$1"
  else
    curl --silent --fail --output /dev/null --json "{\"for\": \"$1s\"}" "${STUNT_DOUBLE_CONTROL_URL}time/sleep"
  fi
}

# Tries again what may succeed later. The body is in $answer, and the status in $status.
request() {
  for wait in 1 2 4 10 30 60 ''; do
    status=$(curl --silent --show-error --max-time 30 --output "$answer" --write-out '%{http_code}' "$@")
    case $status in
    2??) return 0 ;;
    429 | 500 | 504) [ -z "$wait" ] || pause "$wait" ;;
    *) return 1 ;;
    esac
  done
  return 1
}

refresh() {
  request "$STUNT_DOUBLE_TOKEN_URL" --data-urlencode grant_type=refresh_token \
    --data-urlencode "refresh_token=$STUNT_DOUBLE_CUSTOMER_REFRESH_TOKEN" \
    --data-urlencode "client_id=$STUNT_DOUBLE_CLIENT_ID" \
    --data-urlencode "client_secret=$STUNT_DOUBLE_CLIENT_SECRET"
  token=$(jq --raw-output .access_token "$answer")
}

call() {
  for again in 1 2 3 ''; do
    if request --header "Authorization: Bearer $token" "$@"; then return 0; fi
    [ -n "$again" ] && grep --quiet 'Access token is expired' "$answer" || return 1
    refresh
  done
}

fail() {
  echo "$1: $status $(cat "$answer")" >&2
  exit 1
}

# Waits for the notification, and looks for it every minute.
wait_for() {
  minutes=0
  while [ ! -e "$ENDED/$1" ]; do
    [ $((minutes += 1)) -le 240 ] || fail "nothing was heard of query $1 in four hours"
    pause 60
  done
  cat "$ENDED/$1"
}

# Fails where the hour in which it is listed has passed.
download() {
  records=0
  page=
  while :; do
    if ! call --get --data-urlencode "nextPageToken=$page" "$queries/$1/records"; then
      grep --quiet ACCESS_TIME_ELAPSED "$answer" && return 1
      fail 'the list of records'
    fi
    cp "$answer" "$folder/page"
    for link in $(jq --raw-output '.records[] | .file, .schema' "$folder/page"); do
      request "$link" || fail 'a file'
    done
    records=$((records + $(jq '.records | length' "$folder/page")))
    page=$(jq --raw-output '.nextPageToken // empty' "$folder/page")
    [ -n "$page" ] || return 0
  done
}

for count in 1 2 3; do
  call --request POST "$queries" || fail 'a query'
  query=$(jq --raw-output .id "$answer")
  ended=$(wait_for "$query")
  records=0
  if [ "$ended" != COMPLETED ] || download "$query"; then
    echo "{\"status\":\"$ended\",\"queries\":$count,\"records\":$records}"
    exit
  fi
done
fail 'three hours were not enough'
