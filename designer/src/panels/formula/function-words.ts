/** Everyday words for the functions of expressions, in the languages of the editor: people search for "days" and "due", not for `DATEADD`. */

const WORDS: Readonly<Record<string, string>> = {
  SUM: "total add up summe addieren zusammenzählen gesamt total somme additionner suma sumar soma somar",
  COUNT: "how many number anzahl zählen wie viele nombre compter combien contar cuántos cantidad quantos quantidade",
  AVG: "average mean durchschnitt mittelwert moyenne promedio media média",
  CONCAT: "join combine text verketten verbinden zusammen joindre concaténer combiner unir juntar concatenar",
  UPPER: "capitals uppercase großbuchstaben groß majuscules mayúsculas maiúsculas",
  LOWER: "small letters lowercase kleinbuchstaben klein minuscules minúsculas",
  TRIM: "blanks spaces leerzeichen entfernen kürzen espaces supprimer espacios quitar espaços remover",
  DATE: "day format datum tag datumsformat date jour fecha día data dia",
  CURRENCY: "money amount euro währung geld betrag monnaie devise montant moneda dinero importe moeda dinheiro valor",
  NUMBER: "decimals digits zahl nachkommastellen nombre décimales número decimales casas decimais",
  IF: "condition when else wenn bedingung sonst dann si condition sinon condición si no se condição senão",
  ROUND: "rounding decimals runden gerundet rundung nachkommastellen arrondir arrondi redondear redondeo arredondar arredondamento",
  FLOOR: "round down abrunden ganze arrondir inférieur redondear abajo arredondar para baixo",
  CEIL: "round up aufrunden arrondir supérieur redondear arriba arredondar para cima",
  TRUNC: "cut off decimals abschneiden ganzzahl kürzen tronquer entier truncar entero inteiro",
  ABS: "absolute without sign betrag ohne vorzeichen absolut absolue signe absoluto sin signo sem sinal",
  SIGN: "plus minus negative vorzeichen negativ signe négatif signo negativo sinal",
  MOD: "remainder division rest teilen modulo reste resto división divisão",
  LEAST: "smallest minimum lowest kleinste niedrigste höchstens plus petit minimum menor mínimo",
  GREATEST: "largest maximum highest größte höchste mindestens plus grand maximum mayor máximo maior",
  NUMBERFROM: "text to number convert text in zahl umwandeln convertir texte nombre texto número converter",
  MIN: "smallest lowest minimum cheapest kleinste niedrigste günstigste plus petit moins cher menor mínimo mais barato",
  MAX: "largest highest maximum größte höchste teuerste plus grand plus cher mayor máximo maior mais caro",
  SUMOF: "total with condition multiply quantity price sumif sumproduct summe menge mal preis summewenn summenprodukt bedingung somme quantité prix condition suma cantidad precio condición soma quantidade preço condição",
  AVGOF: "average with condition averageif durchschnitt mittelwertwenn bedingung moyenne condition promedio condición média condição",
  MINOF: "smallest with condition kleinste minimum bedingung minimum condition menor mínimo condición condição",
  MAXOF: "largest with condition größte maximum bedingung maximum condition mayor máximo condición maior condição",
  GROUPBY: "group category subtotals gruppieren gruppe kategorie zwischensummen grouper groupe catégorie agrupar grupo categoría categoria",
  COUNTOF: "how many with condition countif anzahl zählenwenn bedingung nombre compter condition contar condición quantos condição",
  JOIN: "list comma and separate aufzählung liste komma und trennen liste virgule séparer lista coma separar vírgula",
  FIRST: "first item beginning erster erste anfang premier première début primero primeiro início",
  LAST: "last item end letzter letzte ende dernier dernière fin último última fim",
  LOOKUP: "find search table vlookup xlookup nachschlagen suchen sverweis finden rechercher recherchev trouver buscar buscarv encontrar procurar procv",
  DEFAULT: "empty missing blank otherwise leer fehlt ersatz sonst vide manquant défaut vacío falta vazio padrão",
  CASE: "choose several values switch auswahl fälle mehrere choisir cas plusieurs elegir casos varios escolher vários",
  LEN: "length characters länge zeichen anzahl longueur caractères longitud caracteres comprimento",
  LEFT: "beginning first characters anfang erste zeichen links début premiers caractères gauche inicio primeros izquierda início primeiros esquerda",
  RIGHT: "end last characters ende letzte zeichen rechts fin derniers caractères droite final últimos derecha fim direita",
  MID: "part middle substring teil mitte ausschnitt partie milieu parte medio meio",
  REPLACE: "exchange substitute ersetzen austauschen wechseln remplacer substituer reemplazar sustituir substituir trocar",
  SPLIT: "divide part separator teilen trennen aufteilen diviser séparer partie dividir separar parte",
  PADLEFT: "leading zeros fill left führende nullen auffüllen links zéros remplir gauche ceros rellenar izquierda zeros preencher esquerda",
  PADRIGHT: "fill right auffüllen rechts remplir droite rellenar derecha preencher direita",
  MASK: "pattern telephone number format muster telefonnummer modèle téléphone motif patrón teléfono máscara telefone",
  IBAN: "bank account konto bankverbindung kontonummer compte bancaire cuenta bancaria conta bancária",
  MARKUP: "bold italic formatted fett kursiv auszeichnung gras italique negrita cursiva negrito itálico",
  DATEADD: "days later due date deadline payment term weeks months tage später frist fällig fälligkeit zahlungsziel wochen monate jours échéance délai semaines mois días vencimiento plazo semanas meses dias prazo vencimento",
  DATEDIFF: "days between age duration difference tage zwischen dauer alter differenz tage überfällig jours entre durée âge retard días entre duración edad retraso dias entre duração idade atraso",
  WEEKDAY: "day of the week monday wochentag montag jour de la semaine lundi día de la semana lunes dia da semana segunda",
  WEEKNUM: "calendar week kalenderwoche kw woche semaine numéro semana número",
  WORDS: "number in words spelled out zahl in worten ausgeschrieben nombre en lettres toutes número en letras palabras por extenso",
  AMOUNTWORDS: "amount in words cheque betrag in worten ausgeschrieben scheck montant en lettres chèque importe en letras cheque valor por extenso",
  T: "translation language text übersetzung sprache traduction langue traducción idioma tradução",
  MONEY: "amount currency euro price geld betrag währung preis argent montant monnaie prix dinero importe moneda precio dinheiro valor moeda preço",
  DECIMAL: "number thousands separator decimals zahl tausender nachkommastellen komma nombre milliers décimales número miles decimales milhares decimais",
  PERCENT: "percentage share rate prozent anteil satz pourcentage part taux porcentaje parte tasa porcentagem taxa",
};

/** The words of a function, as one text; empty for one that has none yet. */
export const searchWords = (name: string): string => WORDS[name] ?? "";

const LETTER = /\p{L}/u;

/** True if every word of a search is in one of the texts; numbers, as in "14 days", are no words. */
export function matchesWords(search: string, ...texts: readonly string[]): boolean {
  const words = search.toLowerCase().split(/\s+/).filter((word) => LETTER.test(word));
  const all = texts.join("\n").toLowerCase();
  return words.length > 0 ? words.every((word) => all.includes(word)) : all.includes(search.trim().toLowerCase());
}
