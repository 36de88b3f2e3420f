import { forwardRef, type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes } from "react";
import { cx } from "./cx";
import { Labeled, type LabeledParts } from "./Labeled";

export interface InputProps extends InputHTMLAttributes<HTMLInputElement> {
  label?: ReactNode;
  mono?: boolean;
  parts?: LabeledParts;
}

export const Input = forwardRef<HTMLInputElement, InputProps>(function Input(
  { label, mono, parts, className, ...rest },
  ref,
) {
  return (
    <Labeled label={label} parts={parts}>
      <input ref={ref} className={cx("jpd-input", className)} data-mono={mono || undefined} {...rest} />
    </Labeled>
  );
});

export interface ColorInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "type"> {
  label?: ReactNode;
  parts?: LabeledParts;
}

export const ColorInput = forwardRef<HTMLInputElement, ColorInputProps>(function ColorInput(
  { label, parts, className, ...rest },
  ref,
) {
  return (
    <Labeled label={label} parts={parts}>
      <input ref={ref} type="color" className={cx("jpd-color-input", className)} {...rest} />
    </Labeled>
  );
});

export interface TextareaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label?: ReactNode;
  mono?: boolean;
  parts?: LabeledParts;
}

export const Textarea = forwardRef<HTMLTextAreaElement, TextareaProps>(function Textarea(
  { label, mono, parts, className, ...rest },
  ref,
) {
  return (
    <Labeled label={label} parts={parts}>
      <textarea ref={ref} className={cx("jpd-textarea", className)} data-mono={mono || undefined} {...rest} />
    </Labeled>
  );
});
