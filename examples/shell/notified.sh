#!/bin/sh
# Reads one notification as HTTP has it, and writes how the query ended into a file of its id.
set -eu

length=0
while IFS=': ' read -r name value && [ "$name" != "$(printf '\r')" ]; do
  case $name in
  [Cc]ontent-[Ll]ength) length=$(echo "$value" | tr -d '\r') ;;
  esac
done
message=$(head -c "$length" | jq --raw-output .Message)
query=$(echo "$message" | jq --raw-output .id)
# Written beside it first: whoever waits sees the whole of it, or nothing.
echo "$message" | jq --raw-output .status >"$ENDED/.$query"
mv "$ENDED/.$query" "$ENDED/$query"
printf 'HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n'
