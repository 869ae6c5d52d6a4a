import type { FormEvent, ReactNode } from 'react';
import styles from './identity.module.css';

type ScreenProps = {
  readonly title: string;
  readonly lead: ReactNode;
  readonly onSubmit: () => Promise<void>;
  readonly children: ReactNode;
  readonly after?: ReactNode;
};

/** The one layout of the identity screens: what this is, a form, and where else to go. */
export function Screen({ title, lead, onSubmit, children, after }: ScreenProps) {
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    await onSubmit();
    // Whoever pressed the button below is led back to the first field that is to be mended.
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  return (
    <div className={styles.screen}>
      <div className={styles.header}>
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
