// One script for all that moves on the home page, because its parts share most of their code.
import '#app/payouts/statistics/show-proof.ts';
import './ticker.ts';
