import { IconExternalLink } from "@tabler/icons-react";
import layout from "./layout.module.css";

interface OutsideLinkProps {
  href: string;
  children: string;
}

/** Opens a page that is not the console's, in a new tab. */
export const OutsideLink = ({ href, children }: OutsideLinkProps) => (
  <a href={href} target="_blank" rel="noreferrer" className={layout["inline"]}>
    {children}
    <IconExternalLink size={15} aria-hidden />
  </a>
);
