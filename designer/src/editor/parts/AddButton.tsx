import { type ButtonHTMLAttributes, forwardRef } from "react";
import { NEW_FIELD_MIME } from "../drop/drop";
import { kindIcon } from "./kind-icons";

interface AddButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "type"> {
  kind: string;
  label: string;
}

/** Adds a field where there is room; dragged onto the page, where it is dropped. `children`: marks beside its icon. */
export const AddButton = forwardRef<HTMLButtonElement, AddButtonProps>(function AddButton({ kind, label, children, ...rest }, ref) {
  const Icon = kindIcon(kind);
  return (
    <button
      ref={ref}
      type="button"
      className="jpd-toolbar__btn"
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(NEW_FIELD_MIME, kind);
        event.dataTransfer.effectAllowed = "copy";
      }}
      {...rest}
    >
      <Icon width={18} height={18} />
      <span>{label}</span>
      {children}
    </button>
  );
});
