/** The style of the HTML report. Its colours follow the reader's system. Texts contrast at least 4.5:1
 * with the page in both schemes. No status is shown by colour alone. */
export const HTML_STYLE = `
:root { color-scheme: light dark; --ok: #2a7d3f; --bad: #b52b25; --warn: #855900; --dim: #556; --line: #8884; --soft: #8881; }
@media (prefers-color-scheme: dark) { :root { --ok: #6cc784; --bad: #ff8a80; --warn: #e0ac4c; --dim: #a8acb8; } }
* { box-sizing: border-box; }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 72rem; margin: 0 auto; padding: 1.5rem; }
header { border-left: .5rem solid var(--dim); padding: .25rem 1rem; margin-bottom: 1.5rem; }
header.conformant { border-color: var(--ok); }
header.nonconformant { border-color: var(--bad); }
header.incomplete, header.nothing-ran { border-color: var(--warn); }
h1 { margin: 0; font-size: 1.8rem; }
h2 { margin: 2rem 0 .5rem; font-size: 1.25rem; overflow-wrap: anywhere; }
h3 { margin: 1.5rem 0 .5rem; }
h4, h5 { margin: .75rem 0 .25rem; }
p { margin: .25rem 0; overflow-wrap: anywhere; }
.dim { color: var(--dim); font-weight: normal; }
.verdict { font-size: .9rem; color: var(--warn); }
.verdict.conformant { color: var(--ok); }
.verdict.nonconformant { color: var(--bad); }
article { border: 1px solid var(--line); border-left: .3rem solid var(--bad); border-radius: .3rem; padding: .25rem 1rem .75rem; margin: .75rem 0; }
article.warned { border-left-color: var(--warn); }
.finding { border-top: 1px solid var(--line); margin-top: .5rem; padding-top: .5rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; margin: .25rem 0; }
dt { color: var(--dim); }
dd { margin: 0; overflow-wrap: anywhere; }
pre { background: var(--soft); padding: .5rem .75rem; margin: .25rem 0; border-radius: .3rem; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 30rem; }
pre, code, .timeline { font: 13px/1.45 ui-monospace, monospace; }
table { border-collapse: collapse; width: 100%; }
td, th { text-align: left; vertical-align: top; padding: .15rem .5rem; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
td:first-child { white-space: nowrap; }
tr.named td { background: #c0322b33; }
summary { cursor: pointer; padding: .25rem 0; overflow-wrap: anywhere; }
.cells { display: inline-flex; flex-wrap: wrap; gap: 2px; vertical-align: middle; }
i { display: inline-block; width: .7rem; height: .7rem; border-radius: .15rem; background: #8886; }
i.passed { background: var(--ok); }
i.failed { background: var(--bad); }
i.warned { background: var(--warn); }
i.not-judged { background: transparent; border: 1px solid var(--warn); }
i.not-exercised { background: transparent; border: 1px solid var(--dim); }
`;
