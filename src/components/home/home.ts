// One script for all that moves on the home page, because its parts share most of their code.
import './ticker.ts';
import './hero-live.ts';
import './proof.ts';
