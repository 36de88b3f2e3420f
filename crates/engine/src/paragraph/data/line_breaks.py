"""Writes line_breaks.json: where texts of many languages may be broken, by another implementation of UAX #14.

    pip install uniseg==0.10.1
    python line_breaks.py > line_breaks.json

`uniseg` is written in Python from the rules of the standard (Unicode 16) and shares no code with ICU4X (15.1). The Hebrew
text has no maqaf (U+05BE), for which the two follow different versions (LB21a).
"""

import json

from uniseg.linebreak import line_break_boundaries

TEXTS = {
    "English": "The “well-known” offer (valid until 31/12/2026) costs $1,234.56 – that’s 10% less; see https://example.org/a?b=c.",
    "German": "Die Gebühr beträgt 1.234,56 € (zzgl. 19 % MwSt.), z. B. für „Preis-Leistungs-Prüfung“; Bau- und Nebenkosten/Abgaben …",
    "French": "« Bonjour ! » dit-elle : l’offre coûte 1 234,56 € ; aujourd’hui, peut-être demain… N° 5 ?",
    "Portuguese": "O serviço custa R$ 1.234,56 (à vista); avise-nos até segunda-feira, 5.º dia útil, às 10h30.",
    "Spanish": "¿Cuánto cuesta? ¡Sólo 1.234,56 €! Envío físico-digital n.º 12, «gratis» desde 50 €.",
    "Polish": "Źródło: „Zażółć gęślą jaźń” – opłata wynosi 1234,56 zł (w tym 23% VAT), biało-czerwony.",
    "Greek": "Η τιμή είναι 1.234,56 € (με ΦΠΑ 24%)· «δοκιμή» του Άρη, π.χ. 10-12 μέρες;",
    "Russian": "Цена — 1 234,56 ₽ (без НДС), т. е. «почти даром»; кое-что из-за границы, № 5.",
    "Turkish": "Ücret 1.234,56 TL’dir (KDV dâhil); İstanbul’dan Ankara’ya 5-6 gün, %18 indirimli.",
    "Vietnamese": "Giá dịch vụ là 1.234,56 ₫ (đã gồm thuế 10%), giao hàng 2–3 ngày; “cảm ơn” quý khách!",
    "Hebrew": "המחיר הוא 1,234.56 ₪ (כולל מע״מ 17%), בית ספר ‎ABC‎ – עד יום ו׳.",
    "Arabic": "السعر ١٬٢٣٤٫٥٦ ﷼ (شامل الضريبة ١٥٪)، «شكرًا» لكم؛ هل من سؤال؟",
    "Hindi": "मूल्य ₹1,234.56 है (18% कर सहित); “धन्यवाद” – कृपया 5-6 दिन प्रतीक्षा करें।",
    "Japanese": "料金は1,234円（税込）です。「ありがとうございました」、ちょっと待って…スーパーで買う！",
    "Chinese": "价格为1,234.56元（含税13%）。谢谢您的惠顾！请于2026年12月31日前付款；详情见《合同》。",
    "Chinese quotations": "价格为“高”的商品（“特价”除外），他说：“你好。”然后‘离开’了，见“abc”及“ 甲”。",
    "numbers without a whole part": "It costs .35 each, or ,5 there; x .y and 1 .5 (.7) a.5 :3",
    "Korean": "가격은 1,234.56원(부가세 10% 포함)입니다. “감사합니다” – 2026년 12월 31일까지 유효합니다!",
}


def breaks(text):
    """The places, in characters, where a line may end; the end of the text included."""
    return [at for at in line_break_boundaries(text) if at > 0]


print(
    json.dumps(
        [{"language": language, "text": text, "breaks": breaks(text)} for language, text in TEXTS.items()],
        ensure_ascii=False,
        indent=1,
    )
)
