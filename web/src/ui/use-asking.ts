import { useState } from "react";

/** Whether a form took the place of the button that opened it; the button has the focus once it is back. */
export function useAsking(isOpen = false) {
  const [isAsking, setIsAsking] = useState(isOpen);
  const [wasAsking, setWasAsking] = useState(isOpen);
  const ask = () => {
    setIsAsking(true);
    setWasAsking(true);
  };
  return { isAsking, wasAsking, ask, leave: () => setIsAsking(false) };
}
