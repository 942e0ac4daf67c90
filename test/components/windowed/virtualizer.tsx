import { Children, isValidElement, type ReactNode, type RefObject, useEffect, useState } from "react";

/** Rows of one height, of which only those near the scrolled place are mounted. */
export const rowPx = 100;

interface VirtualizerProps {
  scrollRef: RefObject<HTMLElement | null>;
  keepMounted?: readonly number[];
  children: ReactNode;
}

/** Does as virtualisers do: a row that is scrolled away is unmounted together with the element around it. */
export function Virtualizer({ scrollRef, keepMounted = [], children }: VirtualizerProps) {
  const [topPx, setTopPx] = useState(0);
  useEffect(() => {
    const scroller = scrollRef.current;
    if (scroller === null) return;
    const onScroll = () => setTopPx(scroller.scrollTop);
    scroller.addEventListener("scroll", onScroll);
    return () => scroller.removeEventListener("scroll", onScroll);
  }, [scrollRef]);
  const rows = Children.toArray(children);
  const first = Math.floor(topPx / rowPx);
  return (
    <div style={{ height: rows.length * rowPx }}>
      {rows.map((row, index) => {
        const isNear = index >= first && index < first + 4;
        return isNear || keepMounted.includes(index) ? (
          <div key={isValidElement(row) ? row.key : index}>{row}</div>
        ) : null;
      })}
    </div>
  );
}
