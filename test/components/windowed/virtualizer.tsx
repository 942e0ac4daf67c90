import {
  Children,
  forwardRef,
  isValidElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useState,
} from "react";

/** Rows of one height, of which only those near the scrolled place are mounted. */
export const rowPx = 100;
const rowsInView = 4;

interface VirtualizerProps {
  scrollRef: RefObject<HTMLElement | null>;
  keepMounted?: readonly number[];
  children: ReactNode;
}

interface VirtualizerHandle {
  /** Stands below the others then. */
  scrollToIndex: (index: number) => void;
}

/** Does as virtualisers do: a row that is scrolled away is unmounted together with the element around it. */
export const Virtualizer = forwardRef<VirtualizerHandle, VirtualizerProps>(function Virtualizer(
  { scrollRef, keepMounted = [], children },
  ref,
) {
  const [topPx, setTopPx] = useState(0);
  useEffect(() => {
    const scroller = scrollRef.current;
    if (scroller === null) return;
    const onScroll = () => setTopPx(scroller.scrollTop);
    scroller.addEventListener("scroll", onScroll);
    return () => scroller.removeEventListener("scroll", onScroll);
  }, [scrollRef]);
  useImperativeHandle(ref, () => ({
    scrollToIndex: (index) => {
      if (scrollRef.current === null) return;
      scrollRef.current.scrollTop = Math.max(0, index + 1 - rowsInView) * rowPx;
      scrollRef.current.dispatchEvent(new Event("scroll"));
    },
  }));
  const rows = Children.toArray(children);
  const first = Math.floor(topPx / rowPx);
  return (
    <div style={{ height: rows.length * rowPx }}>
      {rows.map((row, index) => {
        const isNear = index >= first && index < first + rowsInView;
        return isNear || keepMounted.includes(index) ? (
          <div key={isValidElement(row) ? row.key : index}>{row}</div>
        ) : null;
      })}
    </div>
  );
});
