import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";

/** Less than the distance to the bottom of the window that the styles keep free below the end. */
const BELOW = "0px 0px -80px";

interface EndInSight {
  end: RefObject<HTMLDivElement | null>;
  /** Shows the end at the next change, wherever the user has scrolled. */
  follow: () => void;
}

/** Keeps the end of the conversation in view while it grows, unless the user has scrolled up to read. */
export function useEndInSight(length: number): EndInSight {
  const end = useRef<HTMLDivElement>(null);
  const isFollowing = useRef(true);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => void (isFollowing.current = entries.at(-1)!.isIntersecting),
      { rootMargin: BELOW },
    );
    observer.observe(end.current!);
    return () => observer.disconnect();
  }, []);
  // Before the browser renders the change, which would be taken for scrolling by the user.
  useLayoutEffect(() => {
    if (isFollowing.current) end.current?.scrollIntoView({ block: "nearest" });
  }, [length]);
  return { end, follow: () => void (isFollowing.current = true) };
}
