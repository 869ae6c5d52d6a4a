import type { ReactNode } from 'react';
import styles from './identity.module.css';

type ScreenProps = {
  readonly title: string;
  readonly lead: ReactNode;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
  readonly after?: ReactNode;
};

/** The one layout of the identity screens: what this is, a form, and where else to go. */
export function Screen({ title, lead, onSubmit, children, after }: ScreenProps) {
  const submit = (event: { preventDefault(): void }) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <h1>{title}</h1>
        <p className="soft">{lead}</p>
      </div>
      <form className={styles.form} onSubmit={submit} noValidate>
        {children}
      </form>
      {after && <div className={styles.after}>{after}</div>}
    </div>
  );
}
