/** Texts of dictionaries with code in back-ticks. */
import { Fragment, type ReactNode } from "react";

/** The text with spans between back-ticks as code. */
export function withInlineCode(text: string): ReactNode {
  return text.split("`").map((part, index) =>
    index % 2 === 1 ? (
      <code key={index} className="jpd-code">
        {part}
      </code>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}
