#!/usr/bin/env python3
"""The MCP server: memory, time per call, and a public client.

usage: bench/mcp.py TREE [CALLS] [--npm] [--hooks SECONDS]

Indexes TREE into a cache of its own, then serves it: memory after the introduction, after each kind of call, after CALLS calls
(default 200) four at a time, and when idle again; median and worst time of a call. With --npm, the inspector of the protocol's makers
(`npx @modelcontextprotocol/inspector --cli`) lists and calls every tool. With --hooks, ten prompts a second go through the prompt hook,
first alone, then beside a server that is never idle. Needs target/release/foreword, or FOREWORD.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
FOREWORD = os.environ.get("FOREWORD", os.path.join(HERE, "../target/release/foreword"))
INSPECTOR = "@modelcontextprotocol/inspector"
CALLS = {
    "ci_index_status": {},
    "ci_search": {"query": "where is a request routed to its handler"},
    "ci_graph_rag": {"query": "where is a request routed to its handler"},
    "ci_call_chain": {"symbol": "get_user_model"},
    "ci_bug_locate": {"error": "TypeError: cannot serialize the value of a field"},
    "ci_impact": {"symbol": "import_string"},
    "ci_complexity": {},
    "ci_hotspot": {},
    "askuser-ask_question": {"question": "Which?", "options": ["a", "b"]},
}


class Server:
    """A server and its pipes."""

    def __init__(self, tree, env):
        self.process = subprocess.Popen(
            [FOREWORD, "mcp"], cwd=tree, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.last = 0

    def send(self, method, params=None, is_request=True):
        message = {"jsonrpc": "2.0", "method": method, "params": params or {}}
        if is_request:
            self.last += 1
            message["id"] = self.last
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()
        return self.last

    def read(self):
        return json.loads(self.process.stdout.readline())

    def request(self, method, params=None):
        self.send(method, params)
        return self.read()

    def memory_mb(self, field="VmRSS"):
        with open(f"/proc/{self.process.pid}/status") as status:
            line = next(line for line in status if line.startswith(field))
        return int(line.split()[1]) / 1024


def call(name, arguments):
    return {"name": name, "arguments": arguments}


def measure(tree, env, count):
    server = Server(tree, env)
    server.request("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}})
    server.send("notifications/initialized", is_request=False)
    listed = server.request("tools/list")
    names = [tool["name"] for tool in listed["result"]["tools"]]
    print(f"tools: {len(names)}, list of {len(json.dumps(listed)):,} bytes; idle {server.memory_mb():.1f} MB")
    for name in names:
        started = time.perf_counter()
        result = server.request("tools/call", call(name, CALLS[name]))["result"]
        took_ms = (time.perf_counter() - started) * 1000
        answer = result["structuredContent"]
        data = json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
        size = max(len(data), len(result["content"][0]["text"]))
        said = answer["error"]["message"] if answer["error"] else answer["summary"]
        print(f"{name}: {took_ms:.0f} ms, {size:,} characters, {server.memory_mb():.1f} MB; {said[:90]}")
    started, took = {}, []
    kinds = ["ci_search", "ci_graph_rag", "ci_bug_locate", "ci_hotspot", "ci_call_chain", "ci_impact"]
    sent = 0
    while len(took) < count:
        while sent < count and len(started) < 4:
            kind = kinds[sent % len(kinds)]
            number = server.send("tools/call", call(kind, CALLS[kind]))
            started[number] = time.perf_counter()
            sent += 1
        answer = server.read()
        took.append((time.perf_counter() - started.pop(answer["id"])) * 1000)
    print(f"{count} calls, four at a time: median {statistics.median(took):.0f} ms, worst {max(took):.0f} ms")
    time.sleep(5)
    print(f"memory: {server.memory_mb('VmHWM'):.1f} MB at most, {server.memory_mb():.1f} MB idle afterwards")
    server.process.stdin.close()
    print(f"end: exit {server.process.wait(timeout=10)}")


def inspect(tree, env):
    def run(*args):
        command = ["npx", "--yes", INSPECTOR, "--cli", os.path.abspath(FOREWORD), "mcp", *args]
        done = subprocess.run(command, cwd=tree, env=env, capture_output=True, text=True, timeout=120)
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)}: {done.stderr or done.stdout}")
        return json.loads(done.stdout)

    names = [tool["name"] for tool in run("--method", "tools/list")["tools"]]
    print(f"{INSPECTOR} lists {len(names)} tools")
    for name in names:
        written = {key: value if isinstance(value, str) else json.dumps(value) for key, value in CALLS[name].items()}
        arguments = [word for key, value in written.items() for word in ("--tool-arg", f"{key}={value}")]
        result = run("--method", "tools/call", "--tool-name", name, *arguments)
        answer = result["structuredContent"]
        said = answer["error"]["message"] if answer["error"] else answer["summary"]
        print(f"{INSPECTOR} calls {name}: {answer['status']}; {said[:90]}")


def prompts(tree, env, seconds, name):
    """Ten prompt hooks a second, each a turn of its own; the time of each, and how many brought nothing."""
    took, lost, threads = [], [], []
    payload = {"session_id": "s", "cwd": tree, "hook_event_name": "UserPromptSubmit", "prompt": CALLS["ci_search"]["query"]}

    def one(number):
        text = json.dumps({**payload, "session_id": f"{name}{number}", "prompt_id": f"{name}{number}"})
        started = time.perf_counter()
        done = subprocess.run([FOREWORD, "inject"], input=text, cwd=tree, env=env, capture_output=True, text=True)
        took.append((time.perf_counter() - started) * 1000)
        if "additionalContext" not in done.stdout:
            lost.append(done.stdout)

    started = time.perf_counter()
    for number in range(seconds * 10):
        time.sleep(max(0, started + number / 10 - time.perf_counter()))
        threads.append(threading.Thread(target=one, args=(number,)))
        threads[-1].start()
    for thread in threads:
        thread.join()
    return statistics.median(took), max(took), len(lost)


def beside(tree, env, seconds):
    alone = prompts(tree, env, seconds, "alone")
    server, is_over = Server(tree, env), threading.Event()
    server.request("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}})
    calls = []

    def keep_busy():
        while not is_over.is_set():
            kind = ["ci_search", "ci_bug_locate"][len(calls) % 2]
            calls.append(server.request("tools/call", call(kind, CALLS[kind])))

    busy = threading.Thread(target=keep_busy)
    busy.start()
    both = prompts(tree, env, seconds, "beside")
    is_over.set()
    busy.join()
    for name, (median, worst, lost) in (("alone", alone), ("beside a busy server", both)):
        print(f"hooks {name}: median {median:.0f} ms, worst {worst:.0f} ms, {lost} of {seconds * 10} lost")
    failed = sum(answer["result"]["isError"] for answer in calls)
    print(f"server meanwhile: {len(calls)} calls, {failed} failed, {server.memory_mb('VmHWM'):.1f} MB at most")
    server.process.stdin.close()
    server.process.wait(timeout=10)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree")
    parser.add_argument("calls", nargs="?", type=int, default=200)
    parser.add_argument("--npm", action="store_true")
    parser.add_argument("--hooks", type=int, metavar="SECONDS")
    args = parser.parse_args()
    tree = os.path.abspath(args.tree)
    with tempfile.TemporaryDirectory() as home:
        env = {"PATH": os.environ["PATH"], "HOME": home, "CI_AUTO_TOOLS_BACKGROUND_INDEX": "0"}
        env["npm_config_cache"] = os.path.join(home, "npm")
        env["npm_config_userconfig"] = os.path.expanduser("~/.npmrc")
        env.update({name: value for name, value in os.environ.items() if name.lower().startswith("npm_config_")})
        subprocess.run([FOREWORD, "index"], cwd=tree, env=env, check=True, stdout=subprocess.DEVNULL)
        measure(tree, env, args.calls)
        if args.npm:
            inspect(tree, env)
        if args.hooks:
            beside(tree, env, args.hooks)


if __name__ == "__main__":
    main()
