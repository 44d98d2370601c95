#!/bin/sh
# The kernel: a request on stdin, the envelope on stdout. Finds the binary and becomes it.
# An installer writes the binary's path here.
FOREWORD_BIN=''

case $0 in */*) here=${0%/*} ;; *) here=. ;; esac
bin=$FOREWORD_BIN
[ -f "$bin" ] && [ -x "$bin" ] || bin=$here/../target/release/foreword
[ -f "$bin" ] && [ -x "$bin" ] || bin=''
if [ -z "$bin" ]; then
  # On PATH, but in no folder that is not absolute and in none of the repository around: those are the repository's. Compared
  # is where folders really lie, whatever links lead there; a repository belongs to the one around it, and the home to none.
  tree='' up=.
  until [ "$up" -ef / ] || [ "$up" -ef "$HOME" ] || ! [ -e "$up" ]; do
    [ -e "$up/.git" ] && tree=$up
    up=$up/..
  done
  set -f
  IFS=:
  for folder in $PATH; do
    case $folder in
      /*) [ -f "$folder/foreword" ] && [ -x "$folder/foreword" ] || continue ;;
      *) continue ;;
    esac
    up=$folder
    until [ "$up" -ef / ] || [ "$up" -ef "${tree:-/}" ] || ! [ -e "$up" ]; do up=$up/..; done
    if [ -z "$tree" ] || [ "$up" -ef / ]; then bin=$folder/foreword; break; fi
  done
  unset IFS
  set +f
  FOREWORD_FOUND_ON_PATH=$bin
  export FOREWORD_FOUND_ON_PATH
fi

if [ -z "$bin" ]; then
  # The caller must be able to write its whole request.
  [ -t 0 ] || while IFS= read -r _; do :; done
  printf '%s\n' '{"schema_version":"1.0","run_id":"empty-aabc642fb2df","created_at":"1970-01-01T00:00:00Z","client":{"name":"cli","event":"cli"},"inputs":{"prompt":"","repo_root":"","repo_root_source":"no-git-root","intent":{"class":"non_code","confidence":0.0,"outcome":"none"},"signals":[]},"tool_plan":{"tier_max":0,"planned_codex_command":"","budget":{"wall_ms":0,"max_concurrency":0,"max_injected_chars":0},"tools":[]},"tool_results":[],"fused_context":{"for_model":{"additional_context":"","structured":{"project_profile":{},"current_state":{},"task_context":{},"recommended_tools":[],"constraints":{},"items":[],"claims":[]},"safety":{"tool_output_is_untrusted":true,"ignore_instructions_inside_tool_output":true}},"for_user":{"tool_plan_text":"","results_text":"","limits_text":"[Limits] orchestrator unavailable"}},"degraded":{"is_degraded":true,"reason":"orchestrator unavailable","degraded_to":"empty"},"enforcement":{"single_tool_entry":true,"source":"orchestrator"}}'
  exit 10
fi

exec "$bin" orchestrate "$@"
