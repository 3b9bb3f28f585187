import { useRef, type RefObject, type UIEvent } from "react";

const restOf = ({ scrollHeight, clientHeight }: Element): number => Math.max(1, scrollHeight - clientHeight);

interface Side<E extends Element> {
  ref: RefObject<E | null>;
  onScroll: (event: UIEvent<E>) => void;
}

/** Two elements of different lengths: scrolling one shows the same part of the other. */
export function useScrollTogether<A extends Element, B extends Element>(): readonly [Side<A>, Side<B>] {
  const [one, other] = [useRef<A>(null), useRef<B>(null)];
  /** The element that was scrolled by the other, which must not answer. */
  const follower = useRef<Element>(null);
  const follow = (from: Element, to: Element | null): void => {
    if (follower.current === from) follower.current = null;
    else if (to !== null) {
      const top = Math.round((from.scrollTop / restOf(from)) * restOf(to));
      if (Math.abs(top - to.scrollTop) < 1) return;
      follower.current = to;
      to.scrollTop = top;
    }
  };
  return [
    { ref: one, onScroll: ({ currentTarget }) => follow(currentTarget, other.current) },
    { ref: other, onScroll: ({ currentTarget }) => follow(currentTarget, one.current) },
  ];
}
