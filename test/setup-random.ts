import fc from "fast-check";

// The same cases in every run, so that a failure is the change's; `FC_SEED=$RANDOM npm test` looks at others.
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20) });
