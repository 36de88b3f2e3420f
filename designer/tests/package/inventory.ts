/**
 * What the package publishes, by entry. `published` are the names of `json-pdf-designer`, which hosts use; `ours` are
 * additions. The tests compare both with what is there, in both directions.
 */
export type Inventory = { published: Names; ours: Names };
export type Names = { values: string; types: string };

const errors = `
  PdfGenerationError PageLimitError PaginationStalledError InvalidPageSizeError UnsupportedGlyphError
  Woff2SupportMissingError FontDecompressFailedError FontDecompressTimeoutError ImageUploadTooLargeError
  ImageUploadUnreadableError ImageTooLargeError TooManyImagesError UnsupportedImageFormatError ImageUnreadableError
  BackgroundImageUnreadableError TemplateNotAnObjectError TemplateVersionInvalidError TemplateVersionTooNewError
  TemplateMigrationMissingError ExpressionError ExpressionSyntaxError ExpressionDepthError
  describePdfError isPdfError PDF_ERROR_CODES`;

/** What needs neither React nor a window. */
const core: Names = {
  values: `${errors}
    columnLabel columnKey describeBinding describeBindingShort resolveToken renderTemplate buildInputs
    rowsFromArrayBinding resolveChartItems resolveKpiValue aggregateChartItems CUSTOM_FIELD_FUNCTIONS
    CHART_COLORS CHART_OTHER_COLOR CHART_PALETTES CHART_PALETTE_LABELS CHART_PALETTE_NAMES CHART_PALETTE_SIZE
    resolveChartPalette resolveChartColors
    MATERIAL_ICON_GRID MATERIAL_ICON_PATHS MATERIAL_ICON_LABELS MATERIAL_ICON_NAMES materialIconLabels
    generatePdf migrateTemplate CURRENT_TEMPLATE_VERSION DEFAULT_MAX_PAGES segmentFor tokenFor normalizeTableColumns
    expressionError templateExpressionErrors suspiciousOperator templateSuspiciousOperators
    ALL_SUGGESTIONS applySuggestion insertAtCaret suggestAt wordAtCaret braceError tokenAtCaret expressionErrors
    dictFor makeChartSchema makeKpiSchema makeSectionColumnPair
    mmToPx pxToMm mmToPt PAGE_SIZE_PRESETS orientationOf applyOrientation matchPreset classifyZone isRedZone clampToZone
    normalizeFontBytes`,
  types: `
    PageSize BaseSchema TextSchema TableSchema TableColumnStyle TableCornerRadii ImageSchema SectionSchema ChartSchema
    KpiSchema KpiIcon Schema Template TemplatePage TemplateVersion TableColumn Binding KpiAggregation DataSourceOption
    DataSourceColumnType SectionColumnDragPayload ChartItem ChartSortBy ChartPaletteName ChartPresetName MaterialIconName
    GeneratePdfOptions AnyPdfError ImageUploadFailureReason PdfErrorBlame PdfErrorCode PdfProblem PdfProblemCode
    Suggestion TokenSpan SchemaExpressionError Locale Dict Orientation Zone Bands KpiElementKey KpiElementOffset`,
};

const coreOurs: Names = {
  values: "EngineError",
  types: `
    Field FieldType PageDesign TemplateFile ScalarBinding TemplateBinding ArrayBinding KeyValueBinding SectionBinding
    ChartBinding KpiBinding FilterCondition FilterGroup FilterOp HorizontalAlign VerticalAlign DataDragPayload
    GenerationWarning GeneratePdf ExpressionErrorCode FieldFunction PageSizePreset`,
};

export const inventory: Record<string, Inventory> = {
  ".": {
    published: {
      values: `${core.values}
        downloadPdf fieldWarning filterIncomplete columnFormulaFor makeBoundTable clampZoom ZOOM_MIN ZOOM_MAX ZOOM_STEP
        I18nProvider useT useLocale withInlineCode
        Designer DesignerProvider DesignerBindingEditor DesignerCanvas DesignerFieldList DesignerFilterPanel
        DesignerInspector DesignerPageSettings DesignerPropertyPanel DesignerSidebar DesignerTabBar DesignerToolbar
        useDesignerActions useDesignerConfig useDesignerData useDesignerSelection useDesignerUi useDesignerBulkEdit
        useDesignerFieldListSchemas useDesignerFilterColumns useDesignerSelectedSchema useDesignerTabWarnings
        useDesignerZoom
        UiComponentsProvider useUiComponents defaultUiComponents
        Badge Button Card CardHeader CardTitle Checkbox ClearFieldButton CollapsibleSection ColorInput Input MaterialIcon
        Modal PalettePicker PaletteSwatches Select TabPanel Textarea
        IconAlertTriangle IconArrowsHorizontal IconArrowsVertical IconBringToFront IconChevronLeft IconChevronRight
        IconDots IconDownload IconFolderUp IconGrip IconLink IconLock IconLockOpen IconMinus IconPencil IconPlus
        IconRefresh IconSendToBack IconTrash IconUpload IconX`,
      types: `${core.types}
        DesignerProps DesignerProviderProps DesignerBindingEditorProps DesignerCanvasProps DesignerFieldListProps
        DesignerFilterPanelProps DesignerInspectorProps DesignerPageSettingsProps DesignerPropertyPanelProps
        DesignerSidebarProps DesignerTabBarProps DesignerToolbarProps TabGate
        DesignerZoomValue DesignerActionsValue DesignerConfigValue DesignerDataValue DesignerSelectionValue
        DesignerUiValue
        UiComponentsProviderProps UiComponents UiComponentsOverride
        BadgeProps ButtonProps CardProps CardTitleProps CheckboxProps ClearFieldButtonProps CollapsibleSectionProps
        ColorInputProps InputProps MaterialIconProps ModalProps PaletteGroup PaletteGroupItem PalettePickerProps
        PaletteSwatchesProps SelectProps TabPanelProps TextareaProps ClassValue LabeledParts PartStyle IconProps`,
    },
    ours: {
      values: `${coreOurs.values}
        DesignerCode DesignerCommandBar DesignerDataExplorer DesignerHistory DesignerPages DesignerPreview DesignerProblems DesignerRecovery
        useDesignerEngine useDesignerHistory useDesignerPage useDesignerSample`,
      types: `${coreOurs.types}
        I18nProviderProps CardHeaderProps DesignerCodeProps DesignerDataExplorerProps DesignerPreviewProps DesignerProblemsProps TabKey
        AlignEdge AssetStore ChangeOptions DocumentPair FieldPatch HistoryStepValue Permissions StepKind StepLabel
        DesignerBulkEditValue DesignerEngineValue DesignerHistoryValue DesignerPageValue DesignerSampleValue
        DesignerSelectedSchemaValue DesignerTabWarningsValue EngineAdapter Problem
        DocumentLibrary LibraryFile LibrarySaveOptions NamedFonts SharedTexts ShownData ShownRow`,
    },
  },
  "./server": { published: core, ours: coreOurs },
  "./preview": {
    published: { values: "PdfPreview PdfPreviewModal configurePdfWorker", types: "" },
    ours: { values: "", types: "PdfPreviewProps PdfPreviewModalProps" },
  },
  "./engine": {
    published: { values: "", types: "" },
    ours: {
      values: "loadEngine createAdapter createHttpEngine directPort workerPort",
      types: `
        Engine EngineAdapter EngineModule EngineOptions AdapterOptions HttpEngineOptions Port WorkerLike Box DocumentInput DocumentOptions
        DrawnDocument DrawnPage Evaluation MadeEinvoice Placement Problem TextMeasure`,
    },
  },
};

/** The names of a list, sorted. */
export function names(list: string): string[] {
  return list.split(/\s+/).filter((name) => name !== "").sort();
}
