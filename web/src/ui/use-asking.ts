import { useState } from "react";

/** Whether a form took the place of the button that opened it; the button has the focus once it is back. */
export function useAsking() {
  const [isAsking, setIsAsking] = useState(false);
  const [wasAsking, setWasAsking] = useState(false);
  const ask = () => {
    setIsAsking(true);
    setWasAsking(true);
  };
  return { isAsking, wasAsking, ask, leave: () => setIsAsking(false) };
}
