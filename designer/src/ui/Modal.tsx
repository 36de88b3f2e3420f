import { Dialog } from "radix-ui";
import { forwardRef, useState, type HTMLAttributes, type ReactNode } from "react";
import { useT } from "../i18n";
import { cx } from "./cx";
import { IconX } from "./icons";
import { part, type PartProps } from "./parts";

export interface ModalProps extends Omit<HTMLAttributes<HTMLDivElement>, "title"> {
  title: ReactNode;
  onClose: () => void;
  footer?: ReactNode;
  size?: "sm" | "md" | "lg" | "xl" | "full";
  parts?: { overlay?: PartProps; header?: PartProps; title?: PartProps; body?: PartProps; footer?: PartProps };
}

/** A dialog over the page: focus moves in, stays in, and returns; Esc closes. */
export const Modal = forwardRef<HTMLDivElement, ModalProps>(function Modal(
  { title, onClose, footer, size = "lg", parts, className, children, ...rest },
  ref,
) {
  const t = useT();
  // The opener of a dialog mounts it, so there is no trigger that could get the focus back by itself.
  const [opener] = useState(() => (typeof document === "undefined" ? null : (document.activeElement as HTMLElement | null)));
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay {...part("jpd-modal__overlay", parts?.overlay)}>
          <Dialog.Content
            ref={ref}
            className={cx("jpd-modal", className)}
            data-size={size}
            aria-modal="true"
            aria-describedby={undefined}
            onCloseAutoFocus={() => opener?.focus()}
            onEscapeKeyDown={(event) => {
              // A list of completions is in front of the dialog, so Esc is for the list.
              const list = (event.target as Element | null)?.closest(".cm-editor")?.querySelector(".cm-tooltip-autocomplete");
              if (!list) return;
              event.preventDefault();
              list.dispatchEvent(new CustomEvent("jpd-close-list", { bubbles: true }));
            }}
            {...rest}
          >
            <div {...part("jpd-modal__header", parts?.header)}>
              <Dialog.Title {...part("jpd-modal__title", parts?.title)}>{title}</Dialog.Title>
              <button type="button" className="jpd-iconbtn" aria-label={t.modal.close} title={t.modal.close} onClick={onClose}>
                <IconX />
              </button>
            </div>
            <div {...part("jpd-modal__body", parts?.body)}>{children}</div>
            {footer !== undefined && <div {...part("jpd-modal__footer", parts?.footer)}>{footer}</div>}
          </Dialog.Content>
        </Dialog.Overlay>
      </Dialog.Portal>
    </Dialog.Root>
  );
});
