import type { ComponentProps, MouseEvent } from "react";

type ButtonProps = ComponentProps<"button"> & { "data-loading"?: boolean; "data-disabled"?: boolean };

const doNothing = (event: MouseEvent): void => event.preventDefault();

/** The element of every button: while it loads, it does nothing, but keeps the focus, which a disabled one loses. */
export function FocusableButton({ type = "button", disabled, onClick, ...props }: ButtonProps) {
  const isBusy = props["data-loading"] === true && props["data-disabled"] !== true;
  return (
    <button
      {...props}
      type={type}
      disabled={disabled === true && !isBusy}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? doNothing : onClick}
    />
  );
}
