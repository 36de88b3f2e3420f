#!/usr/bin/env python3
"""Regenerates icons.txt from the npm package @material-symbols/svg-400 (Apache-2.0).

usage: npm install @material-symbols/svg-400 && python3 icons.py node_modules/@material-symbols/svg-400

Each line is a name and the outline of its symbol: SVG path data on the 960 grid
(viewBox 0 -960 960 960), style Outlined, weight 400, fill 0, as published.
"""
import os, re, shutil, sys

NAMES = """
search check_circle cancel warning error info help block trending_up trending_down attach_money
payments shopping_cart receipt_long percent savings account_balance_wallet point_of_sale person group
groups description folder inventory_2 local_shipping calendar_month schedule timer mail notifications
star favorite thumb_up thumb_down flag location_on home work bar_chart pie_chart track_changes
verified rocket_launch lightbulb settings task_alt assignment_turned_in domain search_off visibility
visibility_off edit delete add_circle arrow_upward arrow_downward swap_horiz refresh sync filter_alt
sort download upload share print qr_code_2 language public security lock lock_open key sell
storefront apartment factory support_agent headset_mic chat forum campaign celebration emoji_events
military_tech workspace_premium directions_car flight hotel restaurant
""".split()

# Names of the format that the set publishes under another name by now.
RENAMED = {"emoji_events": "trophy"}

package = sys.argv[1]
here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "icons.txt"), "w") as out:
    for name in sorted(NAMES):
        with open(os.path.join(package, "outlined", f"{RENAMED.get(name, name)}.svg")) as f:
            svg = f.read()
        assert 'viewBox="0 -960 960 960"' in svg, name
        paths = re.findall(r'<path d="([^"]*)"', svg)
        assert len(paths) == 1, name
        out.write(f"{name} {paths[0]}\n")
shutil.copyfile(os.path.join(package, "LICENSE"), os.path.join(here, "icons.LICENSE"))
