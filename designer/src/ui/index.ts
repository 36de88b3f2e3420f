export { Badge, Card, CardHeader, CardTitle, type BadgeProps, type CardHeaderProps, type CardProps, type CardTitleProps } from "./Card";
export { Button, type ButtonProps } from "./Button";
export { Checkbox, type CheckboxProps } from "./Checkbox";
export { ClearFieldButton, type ClearFieldButtonProps } from "./ClearFieldButton";
export { CollapsibleSection, type CollapsibleSectionProps } from "./CollapsibleSection";
export { ColorInput, Input, Textarea, type ColorInputProps, type InputProps, type TextareaProps } from "./Input";
export { cx } from "./cx";
export { MaterialIcon, type MaterialIconProps } from "./MaterialIcon";
export { Modal, type ModalProps } from "./Modal";
export { PalettePicker, type PaletteGroup, type PaletteGroupItem, type PalettePickerProps } from "./PalettePicker";
export { PaletteSwatches, type PaletteSwatchesProps } from "./PaletteSwatches";
export type { PartProps } from "./parts";
export {
  defaultUiComponents,
  UiComponentsProvider,
  useUiComponents,
  type UiComponents,
  type UiComponentsOverride,
  type UiComponentsProviderProps,
} from "./registry";
export { Select, type SelectProps } from "./Select";
export { TabPanel, type TabPanelProps } from "./TabPanel";
export {
  IconAlertTriangle,
  IconArrowsHorizontal,
  IconArrowsVertical,
  IconBringToFront,
  IconChevronLeft,
  IconChevronRight,
  IconDots,
  IconDownload,
  IconFolderUp,
  IconGrip,
  IconLink,
  IconLock,
  IconLockOpen,
  IconMinus,
  IconPencil,
  IconPlus,
  IconRefresh,
  IconSendToBack,
  IconTrash,
  IconUpload,
  IconX,
} from "./icons";
