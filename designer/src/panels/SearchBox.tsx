import type { KeyboardEventHandler } from "react";
import { IconSearch } from "../ui/icons";
import { useUiComponents } from "../ui/registry";

export interface SearchBoxProps {
  label: string;
  placeholder?: string;
  value: string;
  onChange: (search: string) => void;
  onKeyDown?: KeyboardEventHandler<HTMLInputElement>;
}

/** Input for the text to find in a list. */
export function SearchBox({ label, placeholder = label, value, onChange, onKeyDown }: SearchBoxProps) {
  const { Input } = useUiComponents();
  return (
    <div className="jpd-search">
      <IconSearch />
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}
