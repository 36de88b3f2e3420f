import type { StepLabel } from "../../editor/types";
import type { EditorDict } from "../en/editor";
import { wording } from "../wording";

const { plural, number } = wording("de");
const fields = (count: number) => plural(count, { one: "# Feld", other: "# Felder" });
const what = ({ count, name }: StepLabel) => (name !== undefined ? `„${name}“` : count !== undefined ? fields(count) : "");
const mm = (value: number) => number(Math.round(value * 10) / 10);

/** German texts of the canvas and of the parts around it. */
export const editorDe: EditorDict = {
  emphasis: { label: "Hervorhebung und Listen", bold: "Fett", italic: "Kursiv", bullets: "Liste", numbers: "Nummerierte Liste", marks: "Blasse Zeichen werden nicht gedruckt: `**fett**`, `*kursiv*` und `\\` vor einem Zeichen, das so gemeint ist, wie es dasteht.", fromData: (path: string) => `Hier steht ${path} aus den Daten.` },
  gestures: {
    groupName: "Gruppe",
    group: "Gruppieren",
    ungroup: "Gruppe auflösen",
    groupStep: (count) => `${fields(count)} gruppieren`,
    ungroupStep: "Gruppe auflösen",
    grouped: (count) => `${fields(count)} sind eine Gruppe`,
    ungrouped: "Die Felder sind keine Gruppe mehr",
    renameGroup: (name) => `Gruppe ${name} umbenennen`,
    groupOpen: (name) => `Felder von ${name} zeigen`,
    members: (name, count) => `${name}, Gruppe mit ${plural(count, { one: "# Feld", other: "# Feldern" })}`,
    turnStep: "Drehen",
    turned: (name, degrees) => `${name} ist um ${number(degrees)} Grad gedreht`,
    turnHandle: (name) => `${name} drehen`,
    turnRight: "Um 90 Grad drehen",
    angle: (degrees) => `${number(degrees)}°`,
    replacedPicture: (name) => `${name} hat ein neues Bild`,
    orderPlace: (name, place, count) => `${name}, Platz ${number(place)} von ${number(count)}`,
    orderHint: "Zeile ziehen, oder Alt mit den Pfeiltasten, um die Reihenfolge zu ändern",
    keyAxis: "Entlang einer Achse beim Verschieben, Verhältnis beim Ändern der Größe, Schritte von 15° beim Drehen",
    keyCopy: "Eine Kopie beim Verschieben",
    keyNoSnap: "Ohne Einrasten beim Verschieben",
    keyOrder: "In der Liste der Felder die Reihenfolge ändern",
  },
  dropHints: {
    value: "Wird zu diesem Wert",
    chooseValue: "Fragt, welcher Wert es ist",
    newList: "Neue Tabelle mit diesen Spalten oder Abschnitt, Diagramm, Kennzahl",
    listOfTable: "Die Tabelle zeigt diese Liste",
    picture: "Wird zu diesem Bild",
    code: "Wird der Inhalt dieses Codes",
    text: "Wird zu diesem Text",
    addToText: "Kommt zu diesem Text hinzu",
    card: "Wird der Wert dieser Kennzahl",
    cell: "Wird der Wert dieser Zelle",
    column: "Fügt eine Spalte hinzu",
    sectionColumn: "Neuer Text für jeden Eintrag der Liste",
    newText: "Neuer Text",
    replacePicture: "Ersetzt das Bild",
  },
  readyMade: {
    // Soft hyphens: the words stand on narrow buttons.
    heading: "Über\u00adschrift",
    payment: "Zahlungs\u00adcode",
    pageNumber: "Seitenzahl",
    pageNumberText: "Seite {pageNumber} von {pageCount}",
    pageCount: "Seiten\u00adanzahl",
    documentDate: "Datum des Dokuments",
    signatureLine: "Unter\u00adschrifts\u00adlinie",
    signatureText: "Ort, Datum, Unterschrift",
    ask: "Dies ist eine der Erweiterungen von reportctl. json-pdf-designer druckt die Vorlage ohne sie.",
    turnOn: "Einschalten und hinzufügen",
  },
  /** Keys as they are named on keyboards. */
  keyNames: { Ctrl: "Strg", Shift: "Umschalt", Alt: "Alt", Del: "Entf", Enter: "Eingabe", Esc: "Esc", Space: "Leertaste", Tab: "Tab", Click: "Klick" },
  editor: {
    // Canvas
    canvasLabel: "Zeichenfläche der Seite",
    canvasHelp: "Pfeiltasten verschieben das ausgewählte Feld, Tab geht zum nächsten, F6 verlässt die Seite, das Fragezeichen listet alle Tasten auf.",
    fieldLabel: (kind, name, x, y, width, height, zone, warnings) => `${kind} ${name}, bei ${mm(x)} mal ${mm(y)} mm, Größe ${mm(width)} mal ${mm(height)} mm, ${zone}${plural(warnings, { "=0": "", one: ", # Warnung", other: ", # Warnungen" })}`,
    locked: "gesperrt",
    modeBody: "Hauptteil wird bearbeitet",
    modeBands: "Kopf-, Fußzeile und Ränder werden bearbeitet",
    leaveBands: "Zurück zum Hauptteil",
    fieldsInBands: (count) => plural(count, { one: "Das einzige Feld ist in Kopf, Fuß oder Rändern.", other: "Alle # Felder sind in Kopf, Fuß oder Rändern." }),
    fieldsInBody: (count) => `Kopf, Fuß und Ränder sind leer; ${fields(count)} im Hauptteil.`,
    bandHint: "Doppelklick zum Bearbeiten",
    imageHint: "Bild: Doppelklick, um eine Datei zu wählen",
    imageStretched: (drawn, own) => `Gedruckt ${drawn}, das Bild ist ${own}: Es wird verzerrt`,
    sectionBar: (name, path) => (path ? `${name} · wiederholt über ${path}` : `${name} · noch keine Liste`),
    notPrinted: "Mit diesen Daten nicht gedruckt",
    readout: (x, y, width, height) => `${mm(x)}, ${mm(y)} · ${mm(width)} × ${mm(height)} mm`,
    pageSize: (width, height) => `${mm(width)} × ${mm(height)} mm`,
    viewDocument: "Dokument",
    viewLayout: "Entwurf",
    viewOf: "Was die Zeichenfläche zeigt",
    viewDocumentHint: "Die Seiten, wie sie mit diesen Daten gedruckt werden",
    viewLayoutHint: "Die Felder der Vorlage, für genaues Arbeiten",
    showLayout: "Entwurf zeigen",
    showDocument: "Dokument zeigen",
    readingOrder: "Lesereihenfolge",
    showReadingOrder: "Lesereihenfolge zeigen",
    hideReadingOrder: "Lesereihenfolge ausblenden",
    viewNeedsData: "Das Dokument erscheint, sobald es Daten gibt",
    nowhereCount: (count) => `${fields(count)} nicht gedruckt`,
    nowhereTitle: "Mit diesen Daten nirgends gedruckt",
    nowhereCondition: (condition) => `Seine Bedingung ist nie erfüllt: ${condition}`,
    nowhereSection: (name) => `Der Abschnitt „${name}“, in dem es steht, wird nicht gedruckt`,
    nowhereList: (path) => `Die Liste „${path}“ hat keine Einträge`,
    nowhereUnbound: "Es ist nicht mit Daten verknüpft",
    nowherePage: "Seine Seite wird nicht gedruckt",
    nowhereOther: "Es gibt dafür nichts zu drucken",
    snapOn: "Einrasten an",
    snapOff: "Einrasten aus",
    flowOn: "Plätze im Druck",
    engineLoading: "Die Druckfunktion startet",
    engineNone: "Ohne die Druckfunktion gezeichnet",
    resizeHandle: (name, side) => `Größe von ${name} ändern, ${side}`,
    panelWidth: (name: string) => `Breite des Bereichs „${name}“`,
    zoneChanges: (count) => plural(count, { one: "# Feld würde den Bereich wechseln", other: "# Felder würden den Bereich wechseln" }),
    showProblems: "Zeigen, was nicht stimmt",
    problemCount: (count) => plural(count, { one: "# Problem", other: "# Probleme" }),
    drawingFailed: "Das Dokument kann nicht gezeichnet werden; dies ist der letzte Stand, bei dem es ging",
    emptyPage: "Fügen Sie ein Feld mit den Schaltflächen unter „Felder“ hinzu, oder ziehen Sie eines hierher.",
    begin: { title: "Beginnen Sie Ihr Dokument", text: "Text schreiben", tableOf: (path: string) => `Tabelle aus „${path}“`, table: "Tabelle einfügen", template: "Von einer Vorlage ausgehen" },
    tables: { title: "Tabelle aus einer Liste", other: "Weitere Tabellen", empty: "Leere Tabelle" },
    fieldNames: "Werte aus den Daten",
    linesAsBlanks: "Diese Vorlage druckt jeden Text in einer Zeile.",
    printLines: "Zeilenumbrüche drucken",
    titleOf: (name) => `${name}: Titel`,
    dropObject: (path) => `Welcher Wert von „${path}“ soll erscheinen?`,
    dropList: (path) => `„${path}“ zeigen als`,
    tableWithTotal: "Tabelle mit Summe",
    // Announcements
    announceNothing: "Nichts ausgewählt",
    announceSelected: (name) => `${name} ausgewählt`,
    announceSelectedMany: (count) => `${fields(count)} ausgewählt`,
    announceAdded: (name, x, y) => `${name} bei ${mm(x)} mal ${mm(y)} mm hinzugefügt`,
    announceRepeats: (zone) => `Erscheint auf jeder Seite: Das Feld steht in der ${zone === "header" ? "Kopfzeile" : "Fußzeile"}`,
    announceDeleted: (count) => `${fields(count)} gelöscht`,
    announceMoved: (count, name, x, y) => count === 1 ? `${name} bei ${mm(x)} mal ${mm(y)} mm` : `${fields(count)} verschoben; ${name} bei ${mm(x)} mal ${mm(y)} mm`,
    announceResized: (name, width, height) => `${name} ist ${mm(width)} mal ${mm(height)} mm groß`,
    announceCopied: (count) => `${fields(count)} kopiert`,
    announcePasted: (count) => `${fields(count)} eingefügt`,
    announceUndone: (label) => `Rückgängig: ${label}`,
    announceRedone: (label) => `Wiederholt: ${label}`,
    // History
    history: "Verlauf",
    historyStart: "Geöffnet",
    historyLabel: (label) => {
      const object = what(label);
      const step = (text: string) => (object === "" ? text : `${text}: ${object}`);
      switch (label.kind) {
        case "add":
          return step("Hinzufügen");
        case "align":
          return step("Ausrichten");
        case "background":
          return "Hintergrundbild";
        case "bands":
          return "Kopf, Fuß und Ränder ändern";
        case "bind":
          return step("Verknüpfen");
        case "column":
          return step("Spalten");
        case "cut":
          return step("Ausschneiden");
        case "data":
          return "Daten";
        case "delete":
          return step("Löschen");
        case "distribute":
          return step("Verteilen");
        case "duplicate":
          return step("Duplizieren");
        case "edit":
          return step("Bearbeiten");
        case "import":
          return "Importieren";
        case "lock":
          return step("Sperren");
        case "matchSize":
          return step("Größe angleichen");
        case "move":
          return step("Verschieben");
        case "order":
          return step("Umordnen");
        case "outside":
          return "Außerhalb geändert";
        case "pageAdd":
          return "Seite hinzufügen";
        case "pageDelete":
          return "Seite löschen";
        case "pageMove":
          return "Seite verschieben";
        case "pageRename":
          return "Seite umbenennen";
        case "pageSize":
          return "Seitengröße";
        case "paste":
          return step("Einfügen");
        case "rename":
          return step("Umbenennen");
        case "resize":
          return step("Größe ändern");
        case "restore":
          return "Ungespeicherte Änderungen wiederherstellen";
        case "section":
          return step("Abschnitt");
        case "style":
          return step("Stil");
        case "unbind":
          return step("Verknüpfung aufheben");
        case "unlock":
          return step("Entsperren");
        case "custom":
          return label.name ?? "Änderung";
      }
    },
    undo: "Rückgängig",
    redo: "Wiederholen",
    undoTitle: (label) => (label ? `Rückgängig: ${label} (Strg+Z)` : "Rückgängig (Strg+Z)"),
    redoTitle: (label) => (label ? `Wiederholen: ${label} (Strg+Umschalt+Z)` : "Wiederholen (Strg+Umschalt+Z)"),
    save: "Speichern",
    // Pages
    pages: "Seiten",
    pageName: (index) => `Seite ${index}`,
    pageCopy: (name) => `${name} (Kopie)`,
    addPage: "Seite hinzufügen",
    duplicatePage: (name) => `${name} duplizieren`,
    renamePage: (name) => `${name} umbenennen`,
    deletePage: (name) => `${name} löschen`,
    movePageUp: (name) => `${name} nach vorn schieben`,
    movePageDown: (name) => `${name} nach hinten schieben`,
    pageFields: (count) => fields(count),
    toolbarExtensions: "Weitere Felder hinzufügen",
    // Guides and overview
    guideAt: (at) => `Hilfslinie bei ${mm(at)} mm`,
    guideRemoved: "Hilfslinie entfernt",
    guidesAtSelection: "Hilfslinien entlang der Auswahl",
    removeGuides: "Alle Hilfslinien entfernen",
    overview: "Alle Seiten",
    overviewHint: "Ziehen Sie ein Feld auf eine andere Seite, oder wählen Sie seine Seite in der Liste unten. Ein Klick auf einen Namen bearbeitet diese Seite.",
    sendToPage: (name) => `Seite von ${name}`,
    announceSent: (name, page) => `${name} auf Seite ${page} verschoben`,
    // Field list
    filterFields: "Feld suchen",
    noMatch: "Kein Feld hat dies im Namen oder im Text.",
    nameTaken: (name) => `Ein anderes Feld heißt „${name}“.`,
    nameEmpty: "Ein Feld braucht einen Namen.",
    listLabel: "Felder der Seite",
    members: (count) => `${fields(count)} darin`,
    orderNote: "Im Hauptteil ist die Reihenfolge für den Druck gleich; in Kopf, Fuß und Rändern verdecken spätere Felder frühere.",
    removeLocked: (name) => `${name} ist gesperrt. Trotzdem löschen?`,
    removeLockedMany: (count) => `${count} der Felder sind gesperrt. Auch diese löschen?`,
    // Toolbar
    addField: (kind) => `${kind} hinzufügen`,
    toolbarLabel: "Felder hinzufügen",
    toolbarHint: "Klicken Sie zum Hinzufügen, oder ziehen Sie das Feld auf die Seite.",
    fromData: "Aus den Daten",
    // Arrange
    arrange: "Anordnen",
    alignLeft: "Links ausrichten",
    alignCenter: "Mitten ausrichten",
    alignRight: "Rechts ausrichten",
    alignTop: "Oben ausrichten",
    alignMiddle: "Vertikal mittig ausrichten",
    alignBottom: "Unten ausrichten",
    distributeHorizontal: "Gleiche Abstände waagerecht",
    distributeVertical: "Gleiche Abstände senkrecht",
    sameWidth: "Gleiche Breite",
    sameHeight: "Gleiche Höhe",
    centerHorizontal: "Waagerecht im Hauptteil zentrieren",
    centerVertical: "Senkrecht im Hauptteil zentrieren",
    duplicate: "Duplizieren",
    cut: "Ausschneiden",
    copy: "Kopieren",
    paste: "Einfügen",
    pasteInPlace: "An gleicher Stelle einfügen",
    remove: "Löschen",
    selectAll: "Alles auswählen",
    lock: "Sperren",
    unlock: "Entsperren",
    bringToFront: "In den Vordergrund",
    bringForward: "Eine Ebene nach vorn",
    sendBackward: "Eine Ebene nach hinten",
    sendToBack: "In den Hintergrund",
    fitPage: "Seite einpassen",
    fitSelection: "Auf Auswahl zoomen",
    toggleBands: "Kopf-, Fußzeile und Ränder bearbeiten",
    // Command bar and help
    commands: "Befehle",
    commandPlaceholder: "Was möchten Sie tun?",
    noCommand: "Kein Befehl heißt so.",
    help: "Tastatur",
    helpTitle: "Tastenkürzel",
    close: "Schließen",
    letterKeys: "Buchstaben sind Tastenkürzel: T, B, I, S, C, K, H und ?",
    keysCanvas: "Zeichenfläche",
    keysEdit: "Bearbeiten",
    keysView: "Ansicht",
    keyMove: "Um 0,5 mm verschieben",
    keyMoveGrid: "Um einen Rasterschritt verschieben",
    keyResize: "Größe um 0,5 mm ändern",
    keyNext: "Nächstes oder voriges Feld",
    keyDeselect: "Nichts auswählen; abbrechen. Tab verlässt danach die Seite",
    keyParts: "Nächster oder voriger Teil des Designers",
    keyEditContent: "Text bearbeiten",
    keyPanel: "Zu den Eigenschaften des Feldes",
    keyAdd: "Text, Tabelle, Bild, Abschnitt, Diagramm, Kennzahl hinzufügen",
    keyBands: "Kopf-, Fußzeile und Ränder",
    keyBelow: "Auswählen, was darunter liegt",
    keyRatio: "Seitenverhältnis behalten, beim Ändern der Größe",
    keyCentre: "Größe um die Mitte ändern",
    keyPan: "Ansicht verschieben",
    keyZoom: "Zoom",
    // Drafts
    draftFound: (time) => `Änderungen von ${time} wurden nicht gespeichert.`,
    draftOlder: "Das Dokument wurde seitdem anderswo geändert.",
    draftRestore: "Wiederherstellen",
    draftDiscard: "Verwerfen",
    // Tabs
    sidebarLabel: "Eigenschaften",
    collapse: "Bereich einklappen (oder den Reiter doppelklicken)",
    expand: "Bereich zeigen",
    // Broken templates
    partFailed: (part) => `${part} kann nicht gezeigt werden.`,
    partNotLoaded: "Ein Teil der Seite konnte nicht geladen werden. Laden Sie die Seite neu.",
    draftKept: "Nicht gespeicherte Änderungen bleiben als Entwurf erhalten, den die Seite dann anbietet.",
    retry: "Noch einmal versuchen",
    saveDesign: "Entwurf als Datei speichern",
    brokenField: "Dieses Feld hat keinen gültigen Platz",
  },
};
