import { useEffect, useRef } from 'react';
import { pathTo } from '#routes.ts';
import { Button } from '#ui/button.tsx';
import styles from './profile.module.css';
import { useTexts } from './texts.ts';

/** The last screen after a profile has been deleted. */
export function DeletedScreen() {
  const { strings, locale } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.page}>
      <h1 ref={heading} tabIndex={-1}>
        {strings.deleted_title}
      </h1>
      <p>{strings.deleted_text}</p>
      <div>
        <Button href={pathTo('home', {}, locale)} variant="outline">
          {strings.deleted_home}
        </Button>
      </div>
    </div>
  );
}
