"""Makes `payroll.xlsx` beside it: `pip install XlsxWriter && python3 make-payroll.py`. The same bytes each time."""

from datetime import date, datetime
from pathlib import Path

import xlsxwriter

TEAMS = {
    "Office": [
        ("Ana Müller", date(2019, 4, 1), 3100.5, 152.5, True),
        ("Bea Souza", date(2021, 11, 15), 2900, 160, False),
    ],
    "Works": [("Cid Núñez", date(2024, 2, 29), 2750.25, 148.75, None)],
}

book = xlsxwriter.Workbook(Path(__file__).with_name("payroll.xlsx"))
book.set_properties({"created": datetime(2026, 3, 1)})
bold = book.add_format({"bold": True})
day = book.add_format({"num_format": "dd/mm/yyyy"})
money = book.add_format({"num_format": '#,##0.00 "€"'})
hours = book.add_format({"num_format": "[h]:mm"})

codes = book.add_worksheet("Codes")
codes.write_row("A1", ["Code", "Meaning"], bold)
codes.write_row("A2", ["007", "Bonus"])
codes.write_row("A3", ["011", "Overtime"])

pay = book.add_worksheet("March 2026")
pay.merge_range("A1:G1", "Payroll March 2026", bold)
pay.write_row("A3", ["Team", "Name", "Since", "Gross", "Hours", "Remote", "Net"], bold)
row = 3
for team, people in TEAMS.items():
    if len(people) > 1:
        pay.merge_range(row, 0, row + len(people) - 1, 0, team)
    else:
        pay.write(row, 0, team)
    for name, since, gross, worked, remote in people:
        pay.write(row, 1, name)
        pay.write_datetime(row, 2, since, day)
        pay.write_number(row, 3, gross, money)
        pay.write_number(row, 4, worked / 24, hours)
        if remote is not None:
            pay.write_boolean(row, 5, remote)
        pay.write_formula(row, 6, f"=ROUND(D{row + 1}*0.7,2)", money, round(gross * 0.7 + 1e-9, 2))
        row += 1
book.close()
