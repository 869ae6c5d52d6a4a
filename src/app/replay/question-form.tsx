import type { FormEvent, ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import styles from './fill-replay.module.css';
import { useTexts } from './texts.ts';

type FormProps = {
  readonly title: string;
  readonly text: string;
  readonly onSubmit: () => void;
  readonly onStartOver: () => void;
  readonly children: ReactNode;
};

export function QuestionForm({ title, text, onSubmit, onStartOver, children }: FormProps) {
  const { t } = useTexts();
  function submit(event: FormEvent): void {
    event.preventDefault();
    onSubmit();
  }
  return (
    <form className={`stack ${styles.box}`} noValidate onSubmit={submit}>
      <h3 tabIndex={-1} data-focus>
        {title}
      </h3>
      <p>{text}</p>
      {children}
      <div className={`cluster ${styles.actions}`}>
        <Button label={t('proceed')} type="submit" />
        <Button label={t('startOver')} variant="outline" onClick={onStartOver} />
      </div>
    </form>
  );
}
