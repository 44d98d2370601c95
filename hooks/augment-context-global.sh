#!/bin/sh
# The entry's historical name: becomes the entry beside it.
case $0 in */*) here=${0%/*} ;; *) here=. ;; esac
exec "$here/context-inject-global.sh" "$@"
