import type { StepLabel } from "../../editor/types";
import type { EditorDict } from "../en/editor";
import { inSentence } from "../wording";

const fields = (count: number) => (count === 1 ? "1 campo" : `${count} campos`);
const what = ({ count, name }: StepLabel) => (name !== undefined ? `"${name}"` : count !== undefined ? fields(count) : "");
const mm = (value: number) => String(Math.round(value * 10) / 10).replace(".", ",");

/** Portuguese texts of the canvas and of the parts around it. */
export const editorPtBR: EditorDict = {
  emphasis: { label: "Ênfase e listas", bold: "Negrito", italic: "Itálico", bullets: "Lista", numbers: "Lista numerada", marks: "As marcas pálidas não são impressas: `**negrito**`, `*itálico*` e `\\` antes de um caractere tomado como está.", fromData: (path: string) => `Mostra ${path} dos dados.` },
  gestures: {
    groupName: "Grupo",
    group: "Agrupar",
    ungroup: "Desagrupar",
    groupStep: (count: number) => `Agrupar ${count} campos`,
    ungroupStep: "Desagrupar",
    grouped: (count: number) => `${count} campos são um grupo`,
    ungrouped: "Os campos não são mais um grupo",
    renameGroup: (name: string) => `Renomear o grupo ${name}`,
    groupOpen: (name: string) => `Mostrar os campos de ${name}`,
    members: (name: string, count: number) => `${name}, grupo de ${count} campos`,
    turnStep: "Girar",
    turned: (name: string, degrees: number) => `${name} está girado em ${degrees} graus`,
    turnHandle: (name: string) => `Girar ${name}`,
    turnRight: "Girar 90 graus",
    angle: (degrees: number) => `${degrees}°`,
    replacedPicture: (name: string) => `${name} tem uma nova imagem`,
    orderPlace: (name: string, place: number, count: number) => `${name}, posição ${place} de ${count}`,
    orderHint: "Arraste uma linha, ou use Alt com as setas, para mudar a ordem",
    keyAxis: "Em um só eixo ao mover, proporções ao redimensionar, passos de 15° ao girar",
    keyCopy: "Uma cópia, ao mover",
    keyNoSnap: "Sem encaixe, ao mover",
    keyOrder: "Mover na ordem, na lista de campos",
  },
  dropHints: {
    value: "Vira este valor",
    chooseValue: "Pergunta qual é o valor",
    newList: "Nova tabela com estas colunas, ou seção, gráfico ou indicador",
    listOfTable: "A tabela mostra esta lista",
    picture: "Vira esta imagem",
    code: "Vira o conteúdo deste código",
    text: "Vira este texto",
    addToText: "É acrescentado a este texto",
    card: "Vira o valor deste indicador",
    cell: "Vira o valor desta célula",
    column: "Acrescenta uma coluna",
    sectionColumn: "Novo texto para cada item da lista",
    newText: "Novo texto",
    replacePicture: "Troca a imagem",
  },
  readyMade: {
    heading: "Título",
    payment: "Código de paga\u00admento",
    pageNumber: "Número da página",
    pageNumberText: "Página {pageNumber} de {pageCount}",
    pageCount: "Total de páginas",
    documentDate: "Data do documento",
    signatureLine: "Linha de assinatura",
    signatureText: "Local, data, assinatura",
    ask: "Esta é uma das extensões do reportctl. O json-pdf-designer imprime o modelo sem ela.",
    turnOn: "Ativar e adicionar",
  },
  /** Keys as they are named on keyboards. */
  keyNames: { Ctrl: "Ctrl", Shift: "Shift", Alt: "Alt", Del: "Del", Enter: "Enter", Esc: "Esc", Space: "Espaço", Tab: "Tab", Click: "clique" },
  editor: {
    canvasLabel: "Página em edição",
    canvasHelp: "As setas movem o campo selecionado, Tab vai ao próximo, F6 sai da página, o ponto de interrogação lista todas as teclas.",
    fieldLabel: (kind, name, x, y, width, height, zone, warnings) =>
      `${kind} ${name}, ${mm(x)} por ${mm(y)} mm, tamanho ${mm(width)} por ${mm(height)} mm, ${zone}${warnings === 0 ? "" : warnings === 1 ? ", 1 aviso" : `, ${warnings} avisos`}`,
    locked: "bloqueado",
    modeBody: "Editando o corpo",
    modeBands: "Editando cabeçalho, rodapé e margens",
    leaveBands: "Voltar ao corpo",
    fieldsInBands: (count) => `${count === 1 ? "O único campo está" : `Todos os ${count} campos estão`} no cabeçalho, no rodapé ou nas margens.`,
    fieldsInBody: (count) => `Cabeçalho, rodapé e margens estão vazios; ${fields(count)} no corpo.`,
    bandHint: "Clique duas vezes para editar",
    imageHint: "Imagem: clique duas vezes para escolher um arquivo",
    imageStretched: (drawn, own) => `Impressa em ${drawn}, a imagem tem ${own}: ela é esticada`,
    sectionBar: (name, path) => (path ? `${name} · repete para ${path}` : `${name} · ainda sem lista`),
    notPrinted: "Não é impresso com estes dados",
    readout: (x, y, width, height) => `${mm(x)}; ${mm(y)} · ${mm(width)} × ${mm(height)} mm`,
    pageSize: (width, height) => `${mm(width)} × ${mm(height)} mm`,
    viewDocument: "Documento",
    viewLayout: "Layout",
    viewOf: "O que a área de desenho mostra",
    viewDocumentHint: "As páginas como são impressas com estes dados",
    viewLayoutHint: "As caixas do modelo, para trabalho exato",
    showLayout: "Mostrar o layout",
    showDocument: "Mostrar o documento",
    readingOrder: "Ordem de leitura",
    showReadingOrder: "Mostrar a ordem de leitura",
    hideReadingOrder: "Ocultar a ordem de leitura",
    viewNeedsData: "O documento aparece quando há dados",
    nowhereCount: (count: number) => (count === 1 ? "1 campo não impresso" : `${count} campos não impressos`),
    nowhereTitle: "Não impressos em lugar nenhum com estes dados",
    nowhereCondition: (condition: string) => `A condição nunca é satisfeita: ${condition}`,
    nowhereSection: (name: string) => `A seção "${name}" em que está não é impressa`,
    nowhereList: (path: string) => `A lista "${path}" não tem itens`,
    nowhereUnbound: "Não está ligado a dados",
    nowherePage: "A página dele não é impressa",
    nowhereOther: "Não há nada a imprimir para ele",
    snapOn: "Encaixe ligado",
    snapOff: "Encaixe desligado",
    flowOn: "Lugares na impressão",
    engineLoading: "Iniciando o motor de impressão",
    engineNone: "Desenhado sem o motor de impressão",
    resizeHandle: (name, side) => `Redimensionar ${name}, ${side}`,
    panelWidth: (name: string) => `Largura do painel “${name}”`,
    zoneChanges: (count) => (count === 1 ? "1 campo mudaria de zona" : `${count} campos mudariam de zona`),
    showProblems: "Mostrar o que está errado",
    problemCount: (count) => (count === 1 ? "1 problema" : `${count} problemas`),
    drawingFailed: "O documento não pode ser desenhado; este é o último estado que pôde",
    emptyPage: "Adicione um campo com os botões de “Campos”, ou arraste um para cá.",
    begin: { title: "Comece seu documento", text: "Escrever um texto", tableOf: (path: string) => `Tabela de “${path}”`, table: "Inserir uma tabela", template: "Começar de um modelo" },
    tables: { title: "Tabela de uma lista", other: "Outras tabelas", empty: "Tabela vazia" },
    fieldNames: "Valores dos dados",
    linesAsBlanks: "Este modelo imprime cada texto em uma só linha.",
    printLines: "Imprimir quebras de linha",
    titleOf: (name: string) => `${name}: título`,
    dropObject: (path: string) => `Mostrar qual valor de "${path}"`,
    dropList: (path) => `Mostrar "${path}" como`,
    tableWithTotal: "Tabela com total",
    announceNothing: "Nada selecionado",
    announceSelected: (name) => `${name} selecionado`,
    announceSelectedMany: (count) => `${fields(count)} selecionados`,
    announceAdded: (name, x, y) => `${name} adicionado em ${mm(x)} por ${mm(y)} mm`,
    announceRepeats: (zone) => `Repete-se em todas as páginas: está no ${zone === "header" ? "cabeçalho" : "rodapé"}`,
    announceDeleted: (count) => (count === 1 ? "1 campo excluído" : `${count} campos excluídos`),
    announceMoved: (count, name, x, y) =>
      count === 1 ? `${name} em ${mm(x)} por ${mm(y)} mm` : `${fields(count)} movidos; ${name} em ${mm(x)} por ${mm(y)} mm`,
    announceResized: (name, width, height) => `${name} tem ${mm(width)} por ${mm(height)} mm`,
    announceCopied: (count) => (count === 1 ? "1 campo copiado" : `${count} campos copiados`),
    announcePasted: (count) => (count === 1 ? "1 campo colado" : `${count} campos colados`),
    announceUndone: (label) => `Desfeito: ${label}`,
    announceRedone: (label) => `Refeito: ${label}`,
    history: "Histórico",
    historyStart: "Aberto",
    historyLabel: (label) => {
      const target = what(label);
      const verb = (text: string, object = target) => (object === "" ? text : `${text} ${object}`);
      switch (label.kind) {
        case "add":
          return verb("Adicionar");
        case "align":
          return verb("Alinhar");
        case "background":
          return "Imagem de fundo";
        case "bands":
          return "Alterar faixas";
        case "bind":
          return verb("Vincular");
        case "column":
          return verb("Colunas de");
        case "cut":
          return verb("Recortar");
        case "data":
          return "Dados";
        case "delete":
          return verb("Excluir");
        case "distribute":
          return verb("Distribuir");
        case "duplicate":
          return verb("Duplicar");
        case "edit":
          return verb("Editar");
        case "import":
          return "Importar";
        case "lock":
          return verb("Bloquear");
        case "matchSize":
          return verb("Igualar tamanho de");
        case "move":
          return verb("Mover");
        case "order":
          return verb("Reordenar");
        case "outside":
          return "Alterado por fora";
        case "pageAdd":
          return "Adicionar página";
        case "pageDelete":
          return "Excluir página";
        case "pageMove":
          return "Mover página";
        case "pageRename":
          return "Renomear página";
        case "pageSize":
          return "Tamanho da página";
        case "paste":
          return verb("Colar");
        case "rename":
          return verb("Renomear para");
        case "resize":
          return verb("Redimensionar");
        case "restore":
          return "Recuperar alterações não salvas";
        case "section":
          return verb("Seção");
        case "style":
          return verb("Estilo de");
        case "unbind":
          return verb("Desvincular");
        case "unlock":
          return verb("Desbloquear");
        case "custom":
          return label.name ?? "Alteração";
      }
    },
    undo: "Desfazer",
    redo: "Refazer",
    undoTitle: (label) => (label ? `Desfazer ${label} (Ctrl+Z)` : "Desfazer (Ctrl+Z)"),
    redoTitle: (label) => (label ? `Refazer ${label} (Ctrl+Shift+Z)` : "Refazer (Ctrl+Shift+Z)"),
    save: "Salvar",
    pages: "Páginas",
    pageName: (index) => `Página ${index}`,
    pageCopy: (name) => `${name} (cópia)`,
    addPage: "Adicionar página",
    duplicatePage: (name) => `Duplicar ${name}`,
    renamePage: (name) => `Renomear ${name}`,
    deletePage: (name) => `Excluir ${name}`,
    movePageUp: (name) => `Mover ${name} para a frente`,
    movePageDown: (name) => `Mover ${name} para o fim`,
    pageFields: (count) => fields(count),
    toolbarExtensions: "Adicionar outros campos",
    guideAt: (at: number) => `Guia em ${mm(at)} mm`,
    guideRemoved: "Guia removida",
    guidesAtSelection: "Guias ao longo da seleção",
    removeGuides: "Remover todas as guias",
    overview: "Todas as páginas",
    overviewHint: "Arraste um campo para outra página ou escolha a página dele na lista abaixo. Clique num nome para editar essa página.",
    sendToPage: (name: string) => `Página de ${name}`,
    announceSent: (name: string, page: number) => `${name} movido para a página ${page}`,
    filterFields: "Procurar campo",
    noMatch: "Nenhum campo tem isso no nome ou no texto.",
    nameTaken: (name) => `Outro campo se chama "${name}".`,
    nameEmpty: "Um campo precisa de nome.",
    listLabel: "Campos da página",
    members: (count) => (count === 1 ? "1 campo dentro" : `${count} campos dentro`),
    orderNote: "No corpo a ordem não muda a impressão; nas faixas, os campos seguintes cobrem os anteriores.",
    removeLocked: (name) => `${name} está bloqueado. Excluir mesmo assim?`,
    removeLockedMany: (count) => `${count} dos campos estão bloqueados. Excluir mesmo assim?`,
    addField: (kind) => `Adicionar ${inSentence(kind)}`,
    toolbarLabel: "Adicionar campos",
    toolbarHint: "Clique para adicionar, ou arraste para a página.",
    fromData: "Dos dados",
    arrange: "Organizar",
    alignLeft: "Alinhar à esquerda",
    alignCenter: "Alinhar centros",
    alignRight: "Alinhar à direita",
    alignTop: "Alinhar ao topo",
    alignMiddle: "Alinhar meios",
    alignBottom: "Alinhar à base",
    distributeHorizontal: "Espaços iguais na horizontal",
    distributeVertical: "Espaços iguais na vertical",
    sameWidth: "Mesma largura",
    sameHeight: "Mesma altura",
    centerHorizontal: "Centralizar na largura do corpo",
    centerVertical: "Centralizar na altura do corpo",
    duplicate: "Duplicar",
    cut: "Recortar",
    copy: "Copiar",
    paste: "Colar",
    pasteInPlace: "Colar no mesmo lugar",
    remove: "Excluir",
    selectAll: "Selecionar tudo",
    lock: "Bloquear",
    unlock: "Desbloquear",
    bringToFront: "Trazer para a frente",
    bringForward: "Avançar",
    sendBackward: "Recuar",
    sendToBack: "Enviar para trás",
    fitPage: "Ajustar à página",
    fitSelection: "Ampliar a seleção",
    toggleBands: "Editar cabeçalho, rodapé e margens",
    commands: "Comandos",
    commandPlaceholder: "O que você quer fazer?",
    noCommand: "Nenhum comando tem esse nome.",
    help: "Teclado",
    helpTitle: "Atalhos de teclado",
    close: "Fechar",
    letterKeys: "Letras são atalhos: T, B, I, S, C, K, H e ?",
    keysCanvas: "Página",
    keysEdit: "Edição",
    keysView: "Visualização",
    keyMove: "Mover 0,5 mm",
    keyMoveGrid: "Mover um passo da grade",
    keyResize: "Redimensionar 0,5 mm",
    keyNext: "Campo seguinte ou anterior",
    keyDeselect: "Não selecionar nada; cancelar. Depois, Tab sai da página",
    keyParts: "Parte seguinte ou anterior do editor",
    keyEditContent: "Editar o texto",
    keyPanel: "Ir para o painel do campo",
    keyAdd: "Adicionar texto, tabela, imagem, seção, gráfico, indicador",
    keyBands: "Cabeçalho, rodapé e margens",
    keyBelow: "Selecionar o que está abaixo",
    keyRatio: "Manter a proporção, ao redimensionar",
    keyCentre: "Redimensionar a partir do centro",
    keyPan: "Mover a visualização",
    keyZoom: "Zoom",
    draftFound: (time) => `As alterações de ${time} não foram salvas.`,
    draftOlder: "O documento foi alterado em outro lugar desde então.",
    draftRestore: "Recuperar",
    draftDiscard: "Descartar",
    sidebarLabel: "Propriedades",
    collapse: "Recolher o painel (ou clique duas vezes na aba)",
    expand: "Mostrar o painel",
    partFailed: (part) => `${part} não pode ser mostrado.`,
    partNotLoaded: "Não foi possível carregar uma parte da página. Recarregue a página.",
    draftKept: "As alterações não salvas ficam guardadas como rascunho, que a página oferece em seguida.",
    retry: "Tentar de novo",
    saveDesign: "Salvar o modelo como arquivo",
    brokenField: "Este campo não tem um lugar válido",
  },
};
