"""Typst, by its Python package. usage: typst_peer.py invoice|ledger|text DATA OUT [accessible]"""
import os
import sys

import typst

here = os.path.dirname(os.path.abspath(__file__))
job, data, out = sys.argv[1:4]
standards = ["a-3a", "ua-1"] if sys.argv[4:] else []
typst.compile(f"{here}/{job}.typ", output=out, root="/", sys_inputs={"data": os.path.abspath(data)}, pdf_standards=standards)
