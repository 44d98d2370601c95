"""Real exceptions of flask, click and django: what Python prints, and its own list of the frames.

    run.py TREE PROJECT
"""

import json
import os
import sys
import traceback

CASES = {
    "flask": [
        "import flask; flask.Flask('app').url_for('nowhere')",
        "import flask; flask.current_app.name",
        "import flask; app = flask.Flask('app'); app.add_url_rule('/x'); app.test_client().get('/x').data; app.route('y')(lambda: 1)",
        "import flask; flask.Blueprint('a.b', 'app')",
        "import flask; app = flask.Flask('app'); app.config.from_pyfile('missing.cfg')",
        "import flask; app = flask.Flask('app'); app.testing = True; app.add_url_rule('/', 'x', lambda: None); app.test_client().get('/')",
        "import flask; app = flask.Flask('app'); app.testing = True; app.add_url_rule('/', 'x', lambda: flask.session.update(a=1) or 'x'); app.test_client().get('/')",
        "import flask.helpers; flask.Flask('app').app_context().push(); flask.helpers.get_root_path('no_such_module')",
    ],
    "click": [
        "import click; click.command()(click.option('x')(lambda: 1))",
        "import click; click.Argument(['-x', '--y', 'z'])",
        "import click; click.get_current_context()",
        "import click; click.Command('x').main(['--nope'], standalone_mode=False)",
        "import click; click.IntRange(1, 3).convert('9', None, None)",
        "import click; click.style('x', fg='no-such-colour')",
        "import click; click.Path(exists=True).convert('missing', None, None)",
    ],
    "django": [
        "from django.utils.http import parse_http_date; parse_http_date('yesterday')",
        "from django.utils.dateparse import parse_date; parse_date('2024-13-45')",
        "from django.utils.module_loading import import_string; import_string('nodots')",
        "from django.utils.crypto import get_random_string; get_random_string('x')",
        "from django.conf import settings; settings.configure(); from django.urls import reverse; reverse('nowhere')",
        "from django.template import Engine; Engine().from_string('{% nope %}')",
        "from django.template import Engine, Context; Engine().from_string('{% for x in %}{% endfor %}')",
        "from django.core.signing import Signer; Signer(key='k').unsign('tampered')",
        "from django.utils.datastructures import MultiValueDict; MultiValueDict()['missing']",
        "from django.core.validators import validate_ipv4_address; validate_ipv4_address('1.2.3')",
        "from django.utils.text import Truncator; Truncator('x').words('many')",
        "from django.dispatch import Signal; Signal().connect(lambda: 1, weak='x', dispatch_uid=[])",
    ],
}
SOURCES = {"flask": "src", "click": "src", "django": "."}


def main():
    tree, project = os.path.realpath(sys.argv[1]), sys.argv[2]
    sys.path.insert(0, os.path.join(tree, SOURCES[project]))
    for number, code in enumerate(CASES[project], 1):
        try:
            exec(compile(code, "case.py", "exec"), {"__name__": "case"})
        except Exception as error:
            root = error
            while root.__cause__ is not None:  # What `raise … from` names.
                root = root.__cause__
            frames = list(traceback.walk_tb(root.__traceback__))
            known = [{"path": frame.f_code.co_filename, "line": line, "function": frame.f_code.co_name} for frame, line in frames]
            print(json.dumps({"id": f"{project}-{number}", "text": traceback.format_exc(), "frames": known[::-1]}))


main()
