import { createContext, useContext, useMemo, useRef, type ComponentType, type ReactNode, type RefAttributes } from "react";
import { Button, type ButtonProps } from "./Button";
import { Badge, Card, CardHeader, CardTitle, type BadgeProps, type CardHeaderProps, type CardProps, type CardTitleProps } from "./Card";
import { Checkbox, type CheckboxProps } from "./Checkbox";
import { ColorInput, Input, Textarea, type ColorInputProps, type InputProps, type TextareaProps } from "./Input";
import { Modal, type ModalProps } from "./Modal";
import { Select, type SelectProps } from "./Select";
import { TabPanel, type TabPanelProps } from "./TabPanel";

/** The primitives that a host can replace. */
export interface UiComponents {
  Button: ComponentType<ButtonProps & RefAttributes<HTMLButtonElement>>;
  Input: ComponentType<InputProps & RefAttributes<HTMLInputElement>>;
  ColorInput: ComponentType<ColorInputProps & RefAttributes<HTMLInputElement>>;
  Select: ComponentType<SelectProps & RefAttributes<HTMLSelectElement>>;
  Textarea: ComponentType<TextareaProps & RefAttributes<HTMLTextAreaElement>>;
  Checkbox: ComponentType<CheckboxProps & RefAttributes<HTMLInputElement>>;
  Modal: ComponentType<ModalProps>;
  Card: ComponentType<CardProps>;
  CardHeader: ComponentType<CardHeaderProps>;
  CardTitle: ComponentType<CardTitleProps>;
  Badge: ComponentType<BadgeProps>;
  TabPanel: ComponentType<TabPanelProps>;
}

/** Replacements; `undefined` inherits. */
export type UiComponentsOverride = { [Slot in keyof UiComponents]?: UiComponents[Slot] | undefined };

export const defaultUiComponents: UiComponents = {
  Button,
  Input,
  ColorInput,
  Select,
  Textarea,
  Checkbox,
  Modal,
  Card,
  CardHeader,
  CardTitle,
  Badge,
  TabPanel,
};

const UiComponentsContext = createContext<UiComponents>(defaultUiComponents);

export interface UiComponentsProviderProps {
  components?: UiComponentsOverride;
  children?: ReactNode;
}

/** Replaces primitives below it; what it does not name comes from the provider above. */
export function UiComponentsProvider({ components, children }: UiComponentsProviderProps) {
  const parent = useContext(UiComponentsContext);
  warnWhenUnstable(components);
  const merged = useMemo(() => {
    const given = Object.entries(components ?? {}).filter(([, component]) => component !== undefined);
    return { ...parent, ...Object.fromEntries(given) } as UiComponents;
  }, [parent, components]);
  return <UiComponentsContext.Provider value={merged}>{children}</UiComponentsContext.Provider>;
}

export function useUiComponents(): UiComponents {
  return useContext(UiComponentsContext);
}

/** A component with a new identity per render is mounted again each time: inputs lose the focus while typing. */
function warnWhenUnstable(components: UiComponentsOverride | undefined) {
  const first = useRef(components);
  const warned = useRef(false);
  if (typeof process !== "undefined" && process.env?.NODE_ENV === "production") return;
  if (warned.current || first.current === components) return;
  const changed = (Object.keys({ ...first.current, ...components }) as (keyof UiComponents)[]).filter(
    (slot) => first.current?.[slot] !== components?.[slot],
  );
  if (changed.length === 0 && first.current !== undefined && components !== undefined && first.current !== components) {
    // The object is new, its components are the same: the tree stays mounted.
    return;
  }
  warned.current = true;
  console.warn(
    `reportctl-designer: the components given for ${changed.join(", ")} changed between two renders, so they are mounted again. Define them outside the component that renders the designer.`,
  );
}
