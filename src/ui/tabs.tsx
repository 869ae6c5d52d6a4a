import { type KeyboardEvent, memo, type ReactNode, useDeferredValue, useId, useRef, useState } from 'react';
import styles from './tabs.module.css';

export type Tab = { readonly key: string; readonly label: string; readonly content: () => ReactNode };

type TabsProps = {
  /** What the tabs choose between, for screen readers. */
  readonly label: string;
  readonly tabs: readonly Tab[];
};

/** One panel at a time, which keeps what was typed into it. The arrow keys move between the tabs; Tab leads into the panel. */
export function Tabs({ label, tabs }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(tabs[0]?.key);
  const [visited, setVisited] = useState<readonly string[]>([]);
  // The pressed tab shows at once; its panel, which can be large, follows.
  const opened = useDeferredValue(chosen);
  const shown = tabs.find(({ key }) => key === chosen) ?? tabs[0];
  const panel = tabs.find(({ key }) => key === opened) ?? shown;
  if (shown === undefined || panel === undefined) return null;
  const choose = (key: string | undefined) => {
    setVisited((before) => [...new Set([...before, shown.key])]);
    setChosen(key);
  };
  const move = (event: KeyboardEvent) => {
    const from = tabs.indexOf(shown);
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const index = (to + tabs.length) % tabs.length;
    choose(tabs[index]?.key);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus();
  };
  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={styles.list} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-${tab.key}`}
            aria-selected={tab === shown}
            aria-controls={tab === panel ? `${id}-${tab.key}-panel` : undefined}
            tabIndex={tab === shown ? 0 : -1}
            className={styles.tab}
            onClick={() => choose(tab.key)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs
        .filter((tab) => tab === panel || visited.includes(tab.key))
        .map((tab) => (
          <div
            key={tab.key}
            role="tabpanel"
            id={`${id}-${tab.key}-panel`}
            aria-labelledby={`${id}-${tab.key}`}
            hidden={tab !== panel}
            className={styles.panel}
          >
            <Content content={tab.content} />
          </div>
        ))}
    </>
  );
}

/** Choosing a tab changes no other panel. */
const Content = memo(function Content({ content }: Pick<Tab, 'content'>) {
  return content();
});
