import type { StepLabel } from "../../editor/types";
import type { EditorDict } from "../en/editor";
import { inSentence, wording } from "../wording";

const { plural, number } = wording("fr");
const fields = (count: number) => plural(count, { one: "# champ", other: "# champs" });
const what = ({ count, name }: StepLabel) => (name !== undefined ? `« ${name} »` : count !== undefined ? fields(count) : "");
const mm = (value: number) => number(Math.round(value * 10) / 10);

/** French texts of the canvas and of the parts around it. */
export const editorFr: EditorDict = {
  emphasis: { label: "Mise en valeur et listes", bold: "Gras", italic: "Italique", bullets: "Liste", numbers: "Liste numérotée", marks: "Les marques pâles ne s’impriment pas : `**gras**`, `*italique*` et `\\` devant un caractère à prendre tel quel.", fromData: (path: string) => `Affiche ${path} des données.` },
  gestures: {
    groupName: "Groupe",
    group: "Grouper",
    ungroup: "Dégrouper",
    groupStep: (count) => `Grouper ${fields(count)}`,
    ungroupStep: "Dégrouper",
    grouped: (count) => `${fields(count)} forment un groupe`,
    ungrouped: "Les champs ne forment plus un groupe",
    renameGroup: (name) => `Renommer le groupe ${name}`,
    groupOpen: (name) => `Afficher les champs de ${name}`,
    members: (name, count) => `${name}, groupe de ${fields(count)}`,
    turnStep: "Faire pivoter",
    turned: (name, degrees) => `${name} est pivoté de ${number(degrees)} degrés`,
    turnHandle: (name) => `Faire pivoter ${name}`,
    turnRight: "Pivoter de 90 degrés",
    angle: (degrees) => `${number(degrees)}°`,
    replacedPicture: (name) => `${name} a une nouvelle image`,
    orderPlace: (name, place, count) => `${name}, place ${number(place)} sur ${number(count)}`,
    orderHint: "Faites glisser une ligne, ou Alt avec les flèches, pour changer l’ordre",
    keyAxis: "Sur un seul axe en déplaçant, proportions en redimensionnant, pas de 15° en pivotant",
    keyCopy: "Une copie, en déplaçant",
    keyNoSnap: "Sans aimantation, en déplaçant",
    keyOrder: "Déplacer dans l’ordre, dans la liste des champs",
  },
  dropHints: {
    value: "Devient cette valeur",
    chooseValue: "Demande de quelle valeur il s’agit",
    newList: "Nouveau tableau avec ces colonnes, ou section, graphique ou indicateur",
    listOfTable: "Le tableau affiche cette liste",
    picture: "Devient cette image",
    code: "Devient le contenu de ce code",
    text: "Devient ce texte",
    addToText: "S’ajoute à ce texte",
    card: "Devient la valeur de cet indicateur",
    cell: "Devient la valeur de cette cellule",
    column: "Ajoute une colonne",
    sectionColumn: "Nouveau texte pour chaque élément de la liste",
    newText: "Nouveau texte",
    replacePicture: "Remplace l’image",
  },
  readyMade: {
    heading: "Titre",
    payment: "Code de paiement",
    pageNumber: "Numéro de page",
    pageNumberText: "Page {pageNumber} sur {pageCount}",
    pageCount: "Nombre de pages",
    documentDate: "Date du document",
    signatureLine: "Ligne de signature",
    signatureText: "Lieu, date, signature",
    ask: "C’est une des extensions de reportctl. json-pdf-designer imprime le modèle sans elle.",
    turnOn: "Activer et ajouter",
  },
  /** Keys as they are named on keyboards. */
  keyNames: { Ctrl: "Ctrl", Shift: "Maj", Alt: "Alt", Del: "Suppr", Enter: "Entrée", Esc: "Échap", Space: "Espace", Tab: "Tab", Click: "clic" },
  editor: {
    // Canvas
    canvasLabel: "Zone de dessin de la page",
    canvasHelp: "Les flèches déplacent le champ sélectionné, Tab passe au suivant, F6 quitte la page, le point d’interrogation affiche toutes les touches.",
    fieldLabel: (kind, name, x, y, width, height, zone, warnings) => `${kind} ${name}, à ${mm(x)} sur ${mm(y)} mm, taille ${mm(width)} sur ${mm(height)} mm, ${zone}${plural(warnings, { "=0": "", one: ", # avertissement", other: ", # avertissements" })}`,
    locked: "verrouillé",
    modeBody: "Modification du corps",
    modeBands: "Modification de l’en-tête, du pied et des marges",
    leaveBands: "Retour au corps",
    fieldsInBands: (count) => plural(count, { one: "Le seul champ est dans l’en-tête, le pied ou les marges.", other: "Les # champs sont dans l’en-tête, le pied ou les marges." }),
    fieldsInBody: (count) => `L’en-tête, le pied et les marges sont vides ; ${fields(count)} dans le corps.`,
    bandHint: "Double-clic pour modifier",
    imageHint: "Image : double-clic pour choisir un fichier",
    imageStretched: (drawn, own) => `Imprimée ${drawn}, l’image fait ${own} : elle est étirée`,
    sectionBar: (name, path) => (path ? `${name} · répétée sur ${path}` : `${name} · pas encore de liste`),
    notPrinted: "Pas imprimé avec ces données",
    readout: (x, y, width, height) => `${mm(x)}, ${mm(y)} · ${mm(width)} × ${mm(height)} mm`,
    pageSize: (width, height) => `${mm(width)} × ${mm(height)} mm`,
    viewDocument: "Document",
    viewLayout: "Structure",
    viewOf: "Ce que montre la zone de dessin",
    viewDocumentHint: "Les pages telles qu’elles s’impriment avec ces données",
    viewLayoutHint: "Les cadres du modèle, pour un travail précis",
    showLayout: "Afficher la structure",
    showDocument: "Afficher le document",
    readingOrder: "Ordre de lecture",
    showReadingOrder: "Afficher l’ordre de lecture",
    hideReadingOrder: "Masquer l’ordre de lecture",
    viewNeedsData: "Le document s’affiche dès qu’il y a des données",
    nowhereCount: (count) => plural(count, { one: "# champ non imprimé", other: "# champs non imprimés" }),
    nowhereTitle: "Imprimés nulle part avec ces données",
    nowhereCondition: (condition) => `Sa condition n’est jamais remplie : ${condition}`,
    nowhereSection: (name) => `La section « ${name} » qui le contient n’est pas imprimée`,
    nowhereList: (path) => `La liste « ${path} » n’a pas d’éléments`,
    nowhereUnbound: "Il n’est pas lié aux données",
    nowherePage: "Sa page n’est pas imprimée",
    nowhereOther: "Il n’y a rien à imprimer pour lui",
    snapOn: "Magnétisme activé",
    snapOff: "Magnétisme désactivé",
    flowOn: "Emplacements à l’impression",
    engineLoading: "Démarrage du moteur d’impression",
    engineNone: "Dessiné sans le moteur d’impression",
    resizeHandle: (name, side) => `Redimensionner ${name}, ${side}`,
    panelWidth: (name: string) => `Largeur du panneau « ${name} »`,
    zoneChanges: (count) => plural(count, { one: "# champ changerait de zone", other: "# champs changeraient de zone" }),
    showProblems: "Montrer ce qui ne va pas",
    problemCount: (count) => plural(count, { one: "# problème", other: "# problèmes" }),
    drawingFailed: "Le document ne peut pas être dessiné ; voici le dernier état qui pouvait l’être",
    emptyPage: "Ajoutez un champ avec les boutons de « Champs », ou glissez-en un ici.",
    begin: { title: "Commencez votre document", text: "Écrire un texte", tableOf: (path: string) => `Tableau de « ${path} »`, table: "Insérer un tableau", template: "Partir d’un modèle" },
    tables: { title: "Tableau d’une liste", other: "Autres tableaux", empty: "Tableau vide" },
    fieldNames: "Valeurs des données",
    linesAsBlanks: "Ce modèle imprime chaque texte sur une seule ligne.",
    printLines: "Imprimer les sauts de ligne",
    titleOf: (name) => `${name} : titre`,
    dropObject: (path) => `Quelle valeur de « ${path} » afficher`,
    dropList: (path) => `Afficher « ${path} » comme`,
    tableWithTotal: "Tableau avec total",
    // Announcements
    announceNothing: "Rien de sélectionné",
    announceSelected: (name) => `${name} : sélectionné`,
    announceSelectedMany: (count) => plural(count, { one: "# champ sélectionné", other: "# champs sélectionnés" }),
    announceAdded: (name, x, y) => `${name} : ajouté à ${mm(x)} sur ${mm(y)} mm`,
    announceRepeats: (zone) => `Se répète sur chaque page : le champ est dans ${zone === "header" ? "l’en-tête" : "le pied de page"}`,
    announceDeleted: (count) => plural(count, { one: "# champ supprimé", other: "# champs supprimés" }),
    announceMoved: (count, name, x, y) => count === 1 ? `${name} à ${mm(x)} sur ${mm(y)} mm` : `${fields(count)} déplacés ; ${name} à ${mm(x)} sur ${mm(y)} mm`,
    announceResized: (name, width, height) => `${name} fait ${mm(width)} sur ${mm(height)} mm`,
    announceCopied: (count) => plural(count, { one: "# champ copié", other: "# champs copiés" }),
    announcePasted: (count) => plural(count, { one: "# champ collé", other: "# champs collés" }),
    announceUndone: (label) => `Annulé : ${label}`,
    announceRedone: (label) => `Rétabli : ${label}`,
    // History
    history: "Historique",
    historyStart: "Ouvert",
    historyLabel: (label) => {
      const object = what(label);
      const step = (text: string) => (object === "" ? text : `${text} ${object}`);
      switch (label.kind) {
        case "add":
          return step("Ajouter");
        case "align":
          return step("Aligner");
        case "background":
          return "Image d’arrière-plan";
        case "bands":
          return "Modifier l’en-tête, le pied et les marges";
        case "bind":
          return step("Lier");
        case "column":
          return step("Colonnes de");
        case "cut":
          return step("Couper");
        case "data":
          return "Données";
        case "delete":
          return step("Supprimer");
        case "distribute":
          return step("Répartir");
        case "duplicate":
          return step("Dupliquer");
        case "edit":
          return step("Modifier");
        case "import":
          return "Importer";
        case "lock":
          return step("Verrouiller");
        case "matchSize":
          return step("Égaliser la taille de");
        case "move":
          return step("Déplacer");
        case "order":
          return step("Réordonner");
        case "outside":
          return "Modifié ailleurs";
        case "pageAdd":
          return "Ajouter une page";
        case "pageDelete":
          return "Supprimer une page";
        case "pageMove":
          return "Déplacer une page";
        case "pageRename":
          return "Renommer une page";
        case "pageSize":
          return "Format de page";
        case "paste":
          return step("Coller");
        case "rename":
          return step("Renommer en");
        case "resize":
          return step("Redimensionner");
        case "restore":
          return "Récupérer les modifications non enregistrées";
        case "section":
          return step("Section");
        case "style":
          return step("Style de");
        case "unbind":
          return step("Supprimer la liaison de");
        case "unlock":
          return step("Déverrouiller");
        case "custom":
          return label.name ?? "Modification";
      }
    },
    undo: "Annuler",
    redo: "Rétablir",
    undoTitle: (label) => (label ? `Annuler ${label} (Ctrl+Z)` : "Annuler (Ctrl+Z)"),
    redoTitle: (label) => (label ? `Rétablir ${label} (Ctrl+Maj+Z)` : "Rétablir (Ctrl+Maj+Z)"),
    save: "Enregistrer",
    // Pages
    pages: "Pages",
    pageName: (index) => `Page ${index}`,
    pageCopy: (name) => `${name} (copie)`,
    addPage: "Ajouter une page",
    duplicatePage: (name) => `Dupliquer ${name}`,
    renamePage: (name) => `Renommer ${name}`,
    deletePage: (name) => `Supprimer ${name}`,
    movePageUp: (name) => `Déplacer ${name} vers le début`,
    movePageDown: (name) => `Déplacer ${name} vers la fin`,
    pageFields: (count) => fields(count),
    toolbarExtensions: "Ajouter d’autres champs",
    // Guides and overview
    guideAt: (at) => `Repère à ${mm(at)} mm`,
    guideRemoved: "Repère supprimé",
    guidesAtSelection: "Repères le long de la sélection",
    removeGuides: "Supprimer tous les repères",
    overview: "Toutes les pages",
    overviewHint: "Glissez un champ vers une autre page, ou choisissez sa page dans la liste ci-dessous. Cliquez sur un nom pour modifier cette page.",
    sendToPage: (name) => `Page de ${name}`,
    announceSent: (name, page) => `${name} : déplacé à la page ${page}`,
    // Field list
    filterFields: "Chercher un champ",
    noMatch: "Aucun champ n’a cela dans son nom ou son texte.",
    nameTaken: (name) => `Un autre champ s’appelle « ${name} ».`,
    nameEmpty: "Un champ a besoin d’un nom.",
    listLabel: "Champs de la page",
    members: (count) => plural(count, { one: "# champ à l’intérieur", other: "# champs à l’intérieur" }),
    orderNote: "Dans le corps, l’ordre n’a pas d’effet sur l’impression ; dans l’en-tête, le pied et les marges, les derniers champs recouvrent les premiers.",
    removeLocked: (name) => `${name} est verrouillé. Le supprimer ?`,
    removeLockedMany: (count) => `${count} des champs sont verrouillés. Les supprimer aussi ?`,
    // Toolbar
    addField: (kind) => `Ajouter ${inSentence(kind)}`,
    toolbarLabel: "Ajouter des champs",
    toolbarHint: "Cliquez pour ajouter, ou glissez sur la page.",
    fromData: "Depuis les données",
    // Arrange
    arrange: "Disposer",
    alignLeft: "Aligner à gauche",
    alignCenter: "Aligner les centres",
    alignRight: "Aligner à droite",
    alignTop: "Aligner en haut",
    alignMiddle: "Aligner au milieu",
    alignBottom: "Aligner en bas",
    distributeHorizontal: "Espaces égaux à l’horizontale",
    distributeVertical: "Espaces égaux à la verticale",
    sameWidth: "Même largeur",
    sameHeight: "Même hauteur",
    centerHorizontal: "Centrer dans la largeur du corps",
    centerVertical: "Centrer dans la hauteur du corps",
    duplicate: "Dupliquer",
    cut: "Couper",
    copy: "Copier",
    paste: "Coller",
    pasteInPlace: "Coller au même endroit",
    remove: "Supprimer",
    selectAll: "Tout sélectionner",
    lock: "Verrouiller",
    unlock: "Déverrouiller",
    bringToFront: "Mettre au premier plan",
    bringForward: "Avancer",
    sendBackward: "Reculer",
    sendToBack: "Mettre à l’arrière-plan",
    fitPage: "Ajuster la page",
    fitSelection: "Zoom sur la sélection",
    toggleBands: "Modifier l’en-tête, le pied et les marges",
    // Command bar and help
    commands: "Commandes",
    commandPlaceholder: "Que voulez-vous faire ?",
    noCommand: "Aucune commande ne porte ce nom.",
    help: "Clavier",
    helpTitle: "Raccourcis clavier",
    close: "Fermer",
    letterKeys: "Les lettres sont des raccourcis : T, B, I, S, C, K, H et ?",
    keysCanvas: "Zone de dessin",
    keysEdit: "Édition",
    keysView: "Affichage",
    keyMove: "Déplacer de 0,5 mm",
    keyMoveGrid: "Déplacer d’un pas de grille",
    keyResize: "Redimensionner de 0,5 mm",
    keyNext: "Champ suivant ou précédent",
    keyDeselect: "Ne rien sélectionner ; annuler. Tab quitte ensuite la page",
    keyParts: "Partie suivante ou précédente de l’éditeur",
    keyEditContent: "Modifier le texte",
    keyPanel: "Aller au panneau du champ",
    keyAdd: "Ajouter texte, tableau, image, section, graphique, indicateur",
    keyBands: "En-tête, pied et marges",
    keyBelow: "Sélectionner ce qui est dessous",
    keyRatio: "Garder les proportions, en redimensionnant",
    keyCentre: "Redimensionner autour du centre",
    keyPan: "Déplacer la vue",
    keyZoom: "Zoom",
    // Drafts
    draftFound: (time) => `Les modifications de ${time} n’ont pas été enregistrées.`,
    draftOlder: "Le document a été modifié ailleurs depuis.",
    draftRestore: "Les récupérer",
    draftDiscard: "Les abandonner",
    // Tabs
    sidebarLabel: "Propriétés",
    collapse: "Replier le panneau (ou double-cliquer sur l’onglet)",
    expand: "Afficher le panneau",
    // Broken templates
    partFailed: (part) => `${part} ne peut pas être affiché.`,
    partNotLoaded: "Une partie de la page n’a pas pu être chargée. Rechargez la page.",
    draftKept: "Les modifications non enregistrées sont conservées dans un brouillon, que la page propose ensuite.",
    retry: "Réessayer",
    saveDesign: "Enregistrer la maquette dans un fichier",
    brokenField: "Ce champ n’a pas d’emplacement valable",
  },
};
