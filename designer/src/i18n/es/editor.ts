import type { StepLabel } from "../../editor/types";
import type { EditorDict } from "../en/editor";
import { inSentence, wording } from "../wording";

const { plural, number } = wording("es");
const fields = (count: number) => plural(count, { one: "# campo", other: "# campos" });
const what = ({ count, name }: StepLabel) => (name !== undefined ? `«${name}»` : count !== undefined ? fields(count) : "");
const mm = (value: number) => number(Math.round(value * 10) / 10);

/** Spanish texts of the canvas and of the parts around it. */
export const editorEs: EditorDict = {
  emphasis: { label: "Énfasis y listas", bold: "Negrita", italic: "Cursiva", bullets: "Lista", numbers: "Lista numerada", marks: "Las marcas pálidas no se imprimen: `**negrita**`, `*cursiva*` y `\\` ante un carácter que se toma tal cual.", fromData: (path: string) => `Muestra ${path} de los datos.` },
  gestures: {
    groupName: "Grupo",
    group: "Agrupar",
    ungroup: "Desagrupar",
    groupStep: (count) => `Agrupar ${fields(count)}`,
    ungroupStep: "Desagrupar",
    grouped: (count) => `${fields(count)} forman un grupo`,
    ungrouped: "Los campos ya no forman un grupo",
    renameGroup: (name) => `Cambiar el nombre del grupo ${name}`,
    groupOpen: (name) => `Mostrar los campos de ${name}`,
    members: (name, count) => `${name}, grupo de ${fields(count)}`,
    turnStep: "Girar",
    turned: (name, degrees) => `${name} está girado ${number(degrees)} grados`,
    turnHandle: (name) => `Girar ${name}`,
    turnRight: "Girar 90 grados",
    angle: (degrees) => `${number(degrees)}°`,
    replacedPicture: (name) => `${name} tiene una imagen nueva`,
    orderPlace: (name, place, count) => `${name}, puesto ${number(place)} de ${number(count)}`,
    orderHint: "Arrastre una fila, o use Alt con las flechas, para cambiar el orden",
    keyAxis: "En un solo eje al mover, proporciones al cambiar el tamaño, pasos de 15° al girar",
    keyCopy: "Una copia, al mover",
    keyNoSnap: "Sin ajuste, al mover",
    keyOrder: "Mover en el orden, en la lista de campos",
  },
  dropHints: {
    value: "Será este valor",
    chooseValue: "Pregunta qué valor es",
    newList: "Tabla nueva con estas columnas, o sección, gráfico o indicador",
    listOfTable: "La tabla muestra esta lista",
    picture: "Será esta imagen",
    code: "Será el contenido de este código",
    text: "Será este texto",
    addToText: "Se añade a este texto",
    card: "Será el valor de este indicador",
    cell: "Será el valor de esta celda",
    column: "Añade una columna",
    sectionColumn: "Texto nuevo para cada elemento de la lista",
    newText: "Texto nuevo",
    replacePicture: "Cambia la imagen",
  },
  readyMade: {
    heading: "Título",
    payment: "Código de pago",
    pageNumber: "Número de página",
    pageNumberText: "Página {pageNumber} de {pageCount}",
    pageCount: "Total de páginas",
    documentDate: "Fecha del documento",
    signatureLine: "Línea de firma",
    signatureText: "Lugar, fecha, firma",
    ask: "Esta es una de las extensiones de reportctl. json-pdf-designer imprime la plantilla sin ella.",
    turnOn: "Activar y añadir",
  },
  /** Keys as they are named on keyboards. */
  keyNames: { Ctrl: "Ctrl", Shift: "Mayús", Alt: "Alt", Del: "Supr", Enter: "Intro", Esc: "Esc", Space: "Espacio", Tab: "Tab", Click: "clic" },
  editor: {
    // Canvas
    canvasLabel: "Lienzo de la página",
    canvasHelp: "Las flechas mueven el campo seleccionado, Tab pasa al siguiente, F6 sale de la página y el signo de interrogación muestra todas las teclas.",
    fieldLabel: (kind, name, x, y, width, height, zone, warnings) => `${kind} ${name}, en ${mm(x)} por ${mm(y)} mm, tamaño ${mm(width)} por ${mm(height)} mm, ${zone}${plural(warnings, { "=0": "", one: ", # advertencia", other: ", # advertencias" })}`,
    locked: "bloqueado",
    modeBody: "Editando el cuerpo",
    modeBands: "Editando encabezado, pie y márgenes",
    leaveBands: "Volver al cuerpo",
    fieldsInBands: (count) => plural(count, { one: "El único campo está en el encabezado, el pie o los márgenes.", other: "Los # campos están en el encabezado, el pie o los márgenes." }),
    fieldsInBody: (count) => `Encabezado, pie y márgenes están vacíos; ${fields(count)} en el cuerpo.`,
    bandHint: "Doble clic para editar",
    imageHint: "Imagen: doble clic para elegir un archivo",
    imageStretched: (drawn, own) => `Se imprime a ${drawn} y la imagen es de ${own}: queda deformada`,
    sectionBar: (name, path) => (path ? `${name} · se repite sobre ${path}` : `${name} · aún sin lista`),
    notPrinted: "No se imprime con estos datos",
    readout: (x, y, width, height) => `${mm(x)}, ${mm(y)} · ${mm(width)} × ${mm(height)} mm`,
    pageSize: (width, height) => `${mm(width)} × ${mm(height)} mm`,
    viewDocument: "Documento",
    viewLayout: "Diseño",
    viewOf: "Qué muestra el lienzo",
    viewDocumentHint: "Las páginas tal como se imprimen con estos datos",
    viewLayoutHint: "Los recuadros de la plantilla, para trabajar con precisión",
    showLayout: "Mostrar el diseño",
    showDocument: "Mostrar el documento",
    readingOrder: "Orden de lectura",
    showReadingOrder: "Mostrar el orden de lectura",
    hideReadingOrder: "Ocultar el orden de lectura",
    viewNeedsData: "El documento se muestra en cuanto hay datos",
    nowhereCount: (count) => plural(count, { one: "# campo no se imprime", other: "# campos no se imprimen" }),
    nowhereTitle: "No se imprime en ningún sitio con estos datos",
    nowhereCondition: (condition) => `Su condición nunca se cumple: ${condition}`,
    nowhereSection: (name) => `La sección «${name}» en la que está no se imprime`,
    nowhereList: (path) => `La lista «${path}» no tiene elementos`,
    nowhereUnbound: "No está vinculado a los datos",
    nowherePage: "Su página no se imprime",
    nowhereOther: "No hay nada que imprimir en él",
    snapOn: "Ajuste activado",
    snapOff: "Ajuste desactivado",
    flowOn: "Lugares en la impresión",
    engineLoading: "Iniciando el motor de impresión",
    engineNone: "Dibujado sin el motor de impresión",
    resizeHandle: (name, side) => `Cambiar el tamaño de ${name}, ${side}`,
    panelWidth: (name: string) => `Ancho del panel «${name}»`,
    zoneChanges: (count) => plural(count, { one: "# campo cambiaría de zona", other: "# campos cambiarían de zona" }),
    showProblems: "Mostrar qué está mal",
    problemCount: (count) => plural(count, { one: "# problema", other: "# problemas" }),
    drawingFailed: "El documento no se puede dibujar; este es el último estado que se pudo",
    emptyPage: "Añada un campo con los botones de «Campos», o arrastre uno aquí.",
    begin: { title: "Comience su documento", text: "Escribir un texto", tableOf: (path: string) => `Tabla de «${path}»`, table: "Insertar una tabla", template: "Partir de una plantilla" },
    tables: { title: "Tabla de una lista", other: "Otras tablas", empty: "Tabla vacía" },
    fieldNames: "Valores de los datos",
    linesAsBlanks: "Esta plantilla imprime cada texto en una sola línea.",
    printLines: "Imprimir los saltos de línea",
    titleOf: (name) => `${name}: título`,
    dropObject: (path) => `Qué valor de «${path}» mostrar`,
    dropList: (path) => `Mostrar «${path}» como`,
    tableWithTotal: "Tabla con total",
    // Announcements
    announceNothing: "Nada seleccionado",
    announceSelected: (name) => `${name}: seleccionado`,
    announceSelectedMany: (count) => plural(count, { one: "# campo seleccionado", other: "# campos seleccionados" }),
    announceAdded: (name, x, y) => `${name}: añadido en ${mm(x)} por ${mm(y)} mm`,
    announceRepeats: (zone) => `Se repite en todas las páginas: está en el ${zone === "header" ? "encabezado" : "pie de página"}`,
    announceDeleted: (count) => plural(count, { one: "# campo eliminado", other: "# campos eliminados" }),
    announceMoved: (count, name, x, y) => count === 1 ? `${name} en ${mm(x)} por ${mm(y)} mm` : `${fields(count)} movidos; ${name} en ${mm(x)} por ${mm(y)} mm`,
    announceResized: (name, width, height) => `${name} mide ${mm(width)} por ${mm(height)} mm`,
    announceCopied: (count) => plural(count, { one: "# campo copiado", other: "# campos copiados" }),
    announcePasted: (count) => plural(count, { one: "# campo pegado", other: "# campos pegados" }),
    announceUndone: (label) => `Deshecho: ${label}`,
    announceRedone: (label) => `Rehecho: ${label}`,
    // History
    history: "Historial",
    historyStart: "Abierto",
    historyLabel: (label) => {
      const object = what(label);
      const step = (text: string) => (object === "" ? text : `${text} ${object}`);
      switch (label.kind) {
        case "add":
          return step("Añadir");
        case "align":
          return step("Alinear");
        case "background":
          return "Imagen de fondo";
        case "bands":
          return "Cambiar encabezado, pie y márgenes";
        case "bind":
          return step("Vincular");
        case "column":
          return step("Columnas de");
        case "cut":
          return step("Cortar");
        case "data":
          return "Datos";
        case "delete":
          return step("Eliminar");
        case "distribute":
          return step("Distribuir");
        case "duplicate":
          return step("Duplicar");
        case "edit":
          return step("Editar");
        case "import":
          return "Importar";
        case "lock":
          return step("Bloquear");
        case "matchSize":
          return step("Igualar el tamaño de");
        case "move":
          return step("Mover");
        case "order":
          return step("Reordenar");
        case "outside":
          return "Cambiado fuera";
        case "pageAdd":
          return "Añadir página";
        case "pageDelete":
          return "Eliminar página";
        case "pageMove":
          return "Mover página";
        case "pageRename":
          return "Cambiar el nombre de la página";
        case "pageSize":
          return "Tamaño de página";
        case "paste":
          return step("Pegar");
        case "rename":
          return step("Cambiar el nombre a");
        case "resize":
          return step("Cambiar el tamaño de");
        case "restore":
          return "Recuperar cambios sin guardar";
        case "section":
          return step("Sección");
        case "style":
          return step("Estilo de");
        case "unbind":
          return step("Quitar el vínculo de");
        case "unlock":
          return step("Desbloquear");
        case "custom":
          return label.name ?? "Cambio";
      }
    },
    undo: "Deshacer",
    redo: "Rehacer",
    undoTitle: (label) => (label ? `Deshacer ${label} (Ctrl+Z)` : "Deshacer (Ctrl+Z)"),
    redoTitle: (label) => (label ? `Rehacer ${label} (Ctrl+Mayús+Z)` : "Rehacer (Ctrl+Mayús+Z)"),
    save: "Guardar",
    // Pages
    pages: "Páginas",
    pageName: (index) => `Página ${index}`,
    pageCopy: (name) => `${name} (copia)`,
    addPage: "Añadir página",
    duplicatePage: (name) => `Duplicar ${name}`,
    renamePage: (name) => `Cambiar el nombre de ${name}`,
    deletePage: (name) => `Eliminar ${name}`,
    movePageUp: (name) => `Mover ${name} hacia el principio`,
    movePageDown: (name) => `Mover ${name} hacia el final`,
    pageFields: (count) => fields(count),
    toolbarExtensions: "Añadir otros campos",
    // Guides and overview
    guideAt: (at) => `Guía en ${mm(at)} mm`,
    guideRemoved: "Guía eliminada",
    guidesAtSelection: "Guías según la selección",
    removeGuides: "Quitar todas las guías",
    overview: "Todas las páginas",
    overviewHint: "Arrastre un campo a otra página, o elija su página en la lista de abajo. Haga clic en un nombre para editar esa página.",
    sendToPage: (name) => `Página de ${name}`,
    announceSent: (name, page) => `${name}: movido a la página ${page}`,
    // Field list
    filterFields: "Buscar un campo",
    noMatch: "Ningún campo tiene esto en su nombre o texto.",
    nameTaken: (name) => `Otro campo se llama «${name}».`,
    nameEmpty: "Un campo necesita un nombre.",
    listLabel: "Campos de la página",
    members: (count) => plural(count, { one: "# campo dentro", other: "# campos dentro" }),
    orderNote: "En el cuerpo, el orden no afecta a la impresión; en encabezado, pie y márgenes los campos posteriores tapan a los anteriores.",
    removeLocked: (name) => `${name} está bloqueado. ¿Eliminarlo?`,
    removeLockedMany: (count) => `${count} de los campos están bloqueados. ¿Eliminarlos también?`,
    // Toolbar
    addField: (kind) => `Añadir ${inSentence(kind)}`,
    toolbarLabel: "Añadir campos",
    toolbarHint: "Haga clic para añadir, o arrastre a la página.",
    fromData: "De los datos",
    // Arrange
    arrange: "Organizar",
    alignLeft: "Alinear a la izquierda",
    alignCenter: "Alinear los centros",
    alignRight: "Alinear a la derecha",
    alignTop: "Alinear arriba",
    alignMiddle: "Alinear por el medio",
    alignBottom: "Alinear abajo",
    distributeHorizontal: "Espacios iguales en horizontal",
    distributeVertical: "Espacios iguales en vertical",
    sameWidth: "Mismo ancho",
    sameHeight: "Mismo alto",
    centerHorizontal: "Centrar a lo ancho del cuerpo",
    centerVertical: "Centrar a lo alto del cuerpo",
    duplicate: "Duplicar",
    cut: "Cortar",
    copy: "Copiar",
    paste: "Pegar",
    pasteInPlace: "Pegar en el mismo lugar",
    remove: "Eliminar",
    selectAll: "Seleccionar todo",
    lock: "Bloquear",
    unlock: "Desbloquear",
    bringToFront: "Traer al frente",
    bringForward: "Traer adelante",
    sendBackward: "Enviar atrás",
    sendToBack: "Enviar al fondo",
    fitPage: "Ajustar la página",
    fitSelection: "Zoom a la selección",
    toggleBands: "Editar encabezado, pie y márgenes",
    // Command bar and help
    commands: "Comandos",
    commandPlaceholder: "¿Qué quiere hacer?",
    noCommand: "Ningún comando se llama así.",
    help: "Teclado",
    helpTitle: "Atajos de teclado",
    close: "Cerrar",
    letterKeys: "Las letras son atajos: T, B, I, S, C, K, H y ?",
    keysCanvas: "Lienzo",
    keysEdit: "Edición",
    keysView: "Vista",
    keyMove: "Mover 0,5 mm",
    keyMoveGrid: "Mover un paso de la cuadrícula",
    keyResize: "Cambiar el tamaño 0,5 mm",
    keyNext: "Campo siguiente o anterior",
    keyDeselect: "No seleccionar nada; cancelar. Después, Tab sale de la página",
    keyParts: "Parte siguiente o anterior del diseñador",
    keyEditContent: "Editar el texto",
    keyPanel: "Ir al panel del campo",
    keyAdd: "Añadir texto, tabla, imagen, sección, gráfico, indicador",
    keyBands: "Encabezado, pie y márgenes",
    keyBelow: "Seleccionar lo que está debajo",
    keyRatio: "Mantener la proporción, al cambiar el tamaño",
    keyCentre: "Cambiar el tamaño desde el centro",
    keyPan: "Mover la vista",
    keyZoom: "Zoom",
    // Drafts
    draftFound: (time) => `Los cambios de ${time} no se guardaron.`,
    draftOlder: "Desde entonces el documento se cambió en otro lugar.",
    draftRestore: "Recuperarlos",
    draftDiscard: "Descartarlos",
    // Tabs
    sidebarLabel: "Propiedades",
    collapse: "Contraer el panel (o doble clic en la pestaña)",
    expand: "Mostrar el panel",
    // Broken templates
    partFailed: (part) => `${part} no se puede mostrar.`,
    partNotLoaded: "No se pudo cargar una parte de la página. Vuelva a cargar la página.",
    draftKept: "Los cambios sin guardar se conservan como borrador, que la página ofrece después.",
    retry: "Reintentar",
    saveDesign: "Guardar el diseño como archivo",
    brokenField: "Este campo no tiene un lugar válido",
  },
};
