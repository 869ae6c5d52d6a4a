import type { FormEvent, ReactNode } from 'react';
import { Placeholder } from '#ui/placeholder.tsx';
import styles from './sign-in.module.css';

type ScreenProps = {
  readonly title: string;
  readonly lead: ReactNode;
  readonly onSubmit: () => Promise<void>;
  readonly children: ReactNode;
  readonly after?: ReactNode;
};

/** The layout of all identity screens: title, form and related links. */
export function Screen({ title, lead, onSubmit, children, after }: ScreenProps) {
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    await onSubmit();
    // Moves focus from the button back to the first invalid field.
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  return (
    <div className={styles.screen}>
      <Placeholder className={styles.drawing} />
      <div className={`stack gap-3 ${styles.header}`}>
        <h1>{title}</h1>
        <p className="muted">{lead}</p>
      </div>
      <form className="stack gap-5" onSubmit={submit} noValidate>
        {children}
      </form>
      {after && <div className={styles.after}>{after}</div>}
    </div>
  );
}
