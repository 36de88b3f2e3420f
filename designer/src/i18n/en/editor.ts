import type { StepLabel } from "../../editor/types";
import { inSentence } from "../wording";

const fields = (count: number) => (count === 1 ? "1 field" : `${count} fields`);
const what = ({ count, name }: StepLabel) => (name !== undefined ? `"${name}"` : count !== undefined ? fields(count) : "");
const mm = (value: number) => String(Math.round(value * 10) / 10);

/** English texts of the canvas and of the parts around it. */
export const editorEn = {
  emphasis: { label: "Emphasis and lists", bold: "Bold", italic: "Italic", bullets: "List", numbers: "Numbered list", marks: "Pale marks are not printed: `**bold**`, `*italic*`, and `\\` before a character that is meant as it stands.", fromData: (path: string) => `Shows ${path} of the data.` },
  gestures: {
    groupName: "Group",
    group: "Group",
    ungroup: "Ungroup",
    groupStep: (count: number) => `Group ${count} fields`,
    ungroupStep: "Ungroup",
    grouped: (count: number) => `${count} fields are one group`,
    ungrouped: "The fields are no group any more",
    renameGroup: (name: string) => `Rename group ${name}`,
    groupOpen: (name: string) => `Show the fields of ${name}`,
    members: (name: string, count: number) => `${name}, group of ${count} fields`,
    turnStep: "Turn",
    turned: (name: string, degrees: number) => `${name} is turned by ${degrees} degrees`,
    turnHandle: (name: string) => `Turn ${name}`,
    turnRight: "Turn by 90 degrees",
    angle: (degrees: number) => `${degrees}°`,
    replacedPicture: (name: string) => `${name} has a new picture`,
    orderPlace: (name: string, place: number, count: number) => `${name}, place ${place} of ${count}`,
    orderHint: "Drag a row, or Alt with the arrow keys, to change the order",
    keyAxis: "Along one axis while moving, proportions while resizing, steps of 15° while turning",
    keyCopy: "A copy, while moving",
    keyNoSnap: "Without snapping, while moving",
    keyOrder: "Move in the order, in the list of fields",
  },
  dropHints: {
    value: "Becomes this value",
    chooseValue: "Asks which value it is",
    newList: "New table with these columns, or a section, a chart or an indicator",
    listOfTable: "The table shows this list",
    picture: "Becomes this picture",
    code: "Becomes the content of this code",
    text: "Becomes this text",
    addToText: "Is added to this text",
    card: "Becomes the value of this indicator",
    cell: "Becomes the value of this cell",
    column: "Adds a column",
    sectionColumn: "New text for each item of the list",
    newText: "New text",
    replacePicture: "Replaces the picture",
  },
  readyMade: {
    heading: "Heading",
    payment: "Payment code",
    pageNumber: "Page number",
    pageNumberText: "Page {pageNumber} of {pageCount}",
    pageCount: "Number of pages",
    documentDate: "Document date",
    signatureLine: "Signature line",
    signatureText: "Place, date, signature",
    ask: "This is one of the extensions of reportctl. json-pdf-designer prints the template without it.",
    turnOn: "Turn on and add",
  },
  /** Keys as they are named on keyboards. */
  keyNames: { Ctrl: "Ctrl", Shift: "Shift", Alt: "Alt", Del: "Del", Enter: "Enter", Esc: "Esc", Space: "Space", Tab: "Tab", Click: "Click" },
  editor: {
    // Canvas
    canvasLabel: "Page canvas",
    canvasHelp: "Arrow keys move the selected field, Tab goes to the next one, F6 leaves the page, question mark lists all keys.",
    fieldLabel: (kind: string, name: string, x: number, y: number, width: number, height: number, zone: string, warnings: number) =>
      `${kind} ${name}, ${mm(x)} by ${mm(y)} mm, size ${mm(width)} by ${mm(height)} mm, ${zone}${warnings === 0 ? "" : warnings === 1 ? ", 1 warning" : `, ${warnings} warnings`}`,
    locked: "locked",
    modeBody: "Editing the body",
    modeBands: "Editing header, footer and margins",
    leaveBands: "Back to the body",
    fieldsInBands: (count: number) => `${count === 1 ? "The only field is" : `All ${count} fields are`} in header, footer or margins.`,
    fieldsInBody: (count: number) => `Header, footer and margins are empty; ${fields(count)} in the body.`,
    bandHint: "Double-click to edit",
    imageHint: "Image: double-click to choose a file",
    imageStretched: (drawn: string, own: string) => `Printed ${drawn}, the picture is ${own}: it is stretched`,
    sectionBar: (name: string, path: string) => (path ? `${name} · repeats over ${path}` : `${name} · no list yet`),
    notPrinted: "Not printed with this data",
    readout: (x: number, y: number, width: number, height: number) => `${mm(x)}, ${mm(y)} · ${mm(width)} × ${mm(height)} mm`,
    pageSize: (width: number, height: number) => `${mm(width)} × ${mm(height)} mm`,
    viewDocument: "Document",
    viewLayout: "Layout",
    viewOf: "What the canvas shows",
    viewDocumentHint: "The pages as they print with this data",
    viewLayoutHint: "The boxes of the template, for exact work",
    showLayout: "Show the layout",
    showDocument: "Show the document",
    readingOrder: "Reading order",
    showReadingOrder: "Show the reading order",
    hideReadingOrder: "Hide the reading order",
    viewNeedsData: "The document is shown once there is data",
    nowhereCount: (count: number) => `${fields(count)} not printed`,
    nowhereTitle: "Printed nowhere with this data",
    nowhereCondition: (condition: string) => `Its condition is never met: ${condition}`,
    nowhereSection: (name: string) => `The section "${name}" it stands in is not printed`,
    nowhereList: (path: string) => `The list "${path}" has no items`,
    nowhereUnbound: "It is not linked to data",
    nowherePage: "Its page is not printed",
    nowhereOther: "There is nothing to print for it",
    snapOn: "Snapping on",
    snapOff: "Snapping off",
    flowOn: "Places in print",
    engineLoading: "Starting the print engine",
    engineNone: "Drawn without the print engine",
    resizeHandle: (name: string, side: string) => `Resize ${name}, ${side}`,
    panelWidth: (name: string) => `Width of the panel "${name}"`,
    zoneChanges: (count: number) => (count === 1 ? "1 field would change its zone" : `${count} fields would change their zone`),
    showProblems: "Show what is wrong",
    problemCount: (count: number) => (count === 1 ? "1 problem" : `${count} problems`),
    drawingFailed: "The document cannot be drawn; this is the last state that could",
    emptyPage: "Add a field with the buttons in Fields, or drag one here.",
    begin: { title: "Begin your document", text: "Write a text", tableOf: (path: string) => `Table of “${path}”`, table: "Insert a table", template: "Start from a template" },
    tables: { title: "Table of a list", other: "Other tables", empty: "Empty table" },
    fieldNames: "Values from the data",
    linesAsBlanks: "This template prints every text as one line.",
    printLines: "Print line breaks",
    titleOf: (name: string) => `${name}: title`,
    dropObject: (path: string) => `Show which value of "${path}"`,
    dropList: (path: string) => `Show "${path}" as`,
    tableWithTotal: "Table with a total",
    // Announcements
    announceNothing: "Nothing selected",
    announceSelected: (name: string) => `${name} selected`,
    announceSelectedMany: (count: number) => `${fields(count)} selected`,
    announceAdded: (name: string, x: number, y: number) => `${name} added at ${mm(x)} by ${mm(y)} mm`,
    announceRepeats: (zone: "header" | "footer") => `Repeats on every page: it is in the ${zone === "header" ? "header" : "footer"}`,
    announceDeleted: (count: number) => `${fields(count)} deleted`,
    announceMoved: (count: number, name: string, x: number, y: number) =>
      count === 1 ? `${name} at ${mm(x)} by ${mm(y)} mm` : `${fields(count)} moved; ${name} at ${mm(x)} by ${mm(y)} mm`,
    announceResized: (name: string, width: number, height: number) => `${name} is ${mm(width)} by ${mm(height)} mm`,
    announceCopied: (count: number) => `${fields(count)} copied`,
    announcePasted: (count: number) => `${fields(count)} pasted`,
    announceUndone: (label: string) => `Undone: ${label}`,
    announceRedone: (label: string) => `Redone: ${label}`,
    // History
    history: "History",
    historyStart: "Opened",
    historyLabel: (label: StepLabel): string => {
      const target = what(label);
      const verb = (text: string, object = target) => (object === "" ? text : `${text} ${object}`);
      switch (label.kind) {
        case "add":
          return verb("Add");
        case "align":
          return verb("Align");
        case "background":
          return "Background image";
        case "bands":
          return "Change bands";
        case "bind":
          return verb("Link");
        case "column":
          return verb("Columns of");
        case "cut":
          return verb("Cut");
        case "data":
          return "Data";
        case "delete":
          return verb("Delete");
        case "distribute":
          return verb("Distribute");
        case "duplicate":
          return verb("Duplicate");
        case "edit":
          return verb("Edit");
        case "import":
          return "Import";
        case "lock":
          return verb("Lock");
        case "matchSize":
          return verb("Match size of");
        case "move":
          return verb("Move");
        case "order":
          return verb("Reorder");
        case "outside":
          return "Changed outside";
        case "pageAdd":
          return "Add page";
        case "pageDelete":
          return "Delete page";
        case "pageMove":
          return "Move page";
        case "pageRename":
          return "Rename page";
        case "pageSize":
          return "Page size";
        case "paste":
          return verb("Paste");
        case "rename":
          return verb("Rename to");
        case "resize":
          return verb("Resize");
        case "restore":
          return "Restore unsaved changes";
        case "section":
          return verb("Section");
        case "style":
          return verb("Style of");
        case "unbind":
          return verb("Unbind");
        case "unlock":
          return verb("Unlock");
        case "custom":
          return label.name ?? "Change";
      }
    },
    undo: "Undo",
    redo: "Redo",
    undoTitle: (label: string) => (label ? `Undo ${label} (Ctrl+Z)` : "Undo (Ctrl+Z)"),
    redoTitle: (label: string) => (label ? `Redo ${label} (Ctrl+Shift+Z)` : "Redo (Ctrl+Shift+Z)"),
    save: "Save",
    // Pages
    pages: "Pages",
    pageName: (index: number) => `Page ${index}`,
    pageCopy: (name: string) => `${name} (copy)`,
    addPage: "Add page",
    duplicatePage: (name: string) => `Duplicate ${name}`,
    renamePage: (name: string) => `Rename ${name}`,
    deletePage: (name: string) => `Delete ${name}`,
    movePageUp: (name: string) => `Move ${name} towards the front`,
    movePageDown: (name: string) => `Move ${name} towards the end`,
    pageFields: (count: number) => fields(count),
    toolbarExtensions: "Add further fields",
    // Guides and overview
    guideAt: (at: number) => `Guide at ${mm(at)} mm`,
    guideRemoved: "Guide removed",
    guidesAtSelection: "Guides along the selection",
    removeGuides: "Remove all guides",
    overview: "All pages",
    overviewHint: "Drag a field to another page, or choose its page in the list below. Click a name to edit that page.",
    sendToPage: (name: string) => `Page of ${name}`,
    announceSent: (name: string, page: number) => `${name} moved to page ${page}`,
    // Field list
    filterFields: "Find a field",
    noMatch: "No field has this in its name or text.",
    nameTaken: (name: string) => `Another field is called "${name}".`,
    nameEmpty: "A field needs a name.",
    listLabel: "Fields of the page",
    members: (count: number) => (count === 1 ? "1 field inside" : `${count} fields inside`),
    orderNote: "In the body the order has no effect on the print; in bands later fields cover earlier ones.",
    removeLocked: (name: string) => `${name} is locked. Delete it?`,
    removeLockedMany: (count: number) => `${count} of the fields are locked. Delete them too?`,
    // Toolbar
    addField: (kind: string) => `Add ${inSentence(kind)}`,
    toolbarLabel: "Add fields",
    toolbarHint: "Click to add, or drag onto the page.",
    fromData: "From data",
    // Arrange
    arrange: "Arrange",
    alignLeft: "Align left",
    alignCenter: "Align centres",
    alignRight: "Align right",
    alignTop: "Align top",
    alignMiddle: "Align middles",
    alignBottom: "Align bottom",
    distributeHorizontal: "Equal gaps across",
    distributeVertical: "Equal gaps down",
    sameWidth: "Same width",
    sameHeight: "Same height",
    centerHorizontal: "Centre across the body",
    centerVertical: "Centre down the body",
    duplicate: "Duplicate",
    cut: "Cut",
    copy: "Copy",
    paste: "Paste",
    pasteInPlace: "Paste in place",
    remove: "Delete",
    selectAll: "Select all",
    lock: "Lock",
    unlock: "Unlock",
    bringToFront: "Bring to front",
    bringForward: "Bring forward",
    sendBackward: "Send backward",
    sendToBack: "Send to back",
    fitPage: "Fit page",
    fitSelection: "Zoom to selection",
    toggleBands: "Edit header, footer and margins",
    // Command bar and help
    commands: "Commands",
    commandPlaceholder: "What do you want to do?",
    noCommand: "No command has this name.",
    help: "Keyboard",
    helpTitle: "Keyboard shortcuts",
    close: "Close",
    letterKeys: "Letters are shortcuts: T, B, I, S, C, K, H and ?",
    keysCanvas: "Canvas",
    keysEdit: "Editing",
    keysView: "View",
    keyMove: "Move by 0.5 mm",
    keyMoveGrid: "Move by one grid step",
    keyResize: "Resize by 0.5 mm",
    keyNext: "Next or previous field",
    keyDeselect: "Select nothing; cancel. Tab then leaves the page",
    keyParts: "Next or previous part of the designer",
    keyEditContent: "Edit the text",
    keyPanel: "Go to the panel of the field",
    keyAdd: "Add text, table, image, section, chart, indicator",
    keyBands: "Header, footer and margins",
    keyBelow: "Select what lies below",
    keyRatio: "Keep the ratio, while resizing",
    keyCentre: "Resize around the centre",
    keyPan: "Move the view",
    keyZoom: "Zoom",
    // Drafts
    draftFound: (time: string) => `Changes from ${time} were not saved.`,
    draftOlder: "The document was changed elsewhere since then.",
    draftRestore: "Restore them",
    draftDiscard: "Discard them",
    // Tabs
    sidebarLabel: "Properties",
    collapse: "Collapse the panel (or double-click the tab)",
    expand: "Show the panel",
    // Broken templates
    partFailed: (part: string) => `${part} cannot be shown.`,
    partNotLoaded: "A part of the page could not be loaded. Reload the page.",
    draftKept: "Unsaved changes are kept as a draft, which the page then offers.",
    retry: "Try again",
    saveDesign: "Save the design as a file",
    brokenField: "This field has no valid place",
  },
};

export type EditorDict = typeof editorEn;
