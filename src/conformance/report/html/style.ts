import { DARK, LIGHT, type Palette } from './palette.ts';

function variables(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, colour]) => `--${name}: ${colour};`)
    .join(' ');
}

/** The style sheet of the HTML report. It follows the reader's colour scheme, and no status is shown by colour alone. */
export const HTML_STYLE = `
:root { color-scheme: light dark; ${variables(LIGHT)} }
@media (prefers-color-scheme: dark) { :root { ${variables(DARK)} } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; background: var(--page); color: var(--ink); }
main { max-width: 72rem; margin: 0 auto; padding: 1.5rem; }
header { border-left: .5rem solid var(--dim); padding: .25rem 1rem; margin-bottom: 1.5rem; }
header.conformant { border-color: var(--ok); }
header.nonconformant { border-color: var(--bad); }
header.incomplete, header.nothing-ran { border-color: var(--warn); }
h1 { margin: 0; font-size: 1.8rem; line-height: 1.25; }
h2 { margin: 2rem 0 .5rem; font-size: 1.25rem; overflow-wrap: anywhere; }
h3 { margin: 2rem 0 .5rem; font-size: 1.1rem; }
h4, h5 { margin: .75rem 0 .25rem; font-size: 1rem; overflow-wrap: anywhere; }
h5 { font-size: .9rem; }
h4 code { font-size: .95rem; }
h4 .dim { font-size: .9rem; }
p { margin: .25rem 0; overflow-wrap: anywhere; }
ul { margin: .25rem 0; padding-left: 1.25rem; }
li { overflow-wrap: anywhere; }
a { color: var(--link); text-underline-offset: .15em; }
a.id { color: inherit; text-decoration: none; }
a.id:hover, a.id:focus-visible { text-decoration: underline; }
a.docs { font-size: .85rem; font-weight: normal; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.dim { color: var(--dim); font-weight: normal; }
.verdict { font-size: .9rem; color: var(--warn); white-space: nowrap; }
.verdict.conformant { color: var(--ok); }
.verdict.nonconformant { color: var(--bad); }
article { border: 1px solid var(--line); border-left: .3rem solid var(--bad); border-radius: .3rem; padding: .25rem 1rem .75rem; margin: .75rem 0; }
article.warned { border-left-color: var(--warn); }
article.exchange { border-left-color: var(--line); }
article:target, tr:target { background: var(--soft); }
.followers { margin-left: 1rem; }
.finding { border-top: 1px solid var(--line); margin-top: .5rem; padding-top: .5rem; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0 1rem; margin: .25rem 0; }
dt { color: var(--dim); }
dd { margin: 0; overflow-wrap: anywhere; }
pre { background: var(--soft); padding: .5rem .75rem; margin: .25rem 0; border-radius: .3rem; white-space: pre-wrap; overflow-wrap: anywhere; }
pre, code, .events { font: 13px/1.45 ui-monospace, monospace; }
table { border-collapse: collapse; width: 100%; }
td, th { text-align: left; vertical-align: top; padding: .2rem .5rem; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
td:first-child { white-space: nowrap; }
tr.named { background: var(--named); }
summary { cursor: pointer; padding: .25rem 0; overflow-wrap: anywhere; }
.filter { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; border: 1px solid var(--line); border-radius: .3rem; padding: .5rem .75rem; margin: 1rem 0; }
.filter legend { padding: 0 .25rem; color: var(--dim); }
.filter label { display: inline-flex; align-items: center; gap: .35rem; padding: .1rem .5rem; border: 1px solid var(--line); border-radius: 1rem; cursor: pointer; }
.filter label:has(:checked) { border-color: var(--ink); background: var(--soft); }
.filter label:has(:focus-visible) { outline: 2px solid var(--link); outline-offset: 2px; }
.filter input { margin: 0; accent-color: var(--link); }
.filter label.area { border: 0; background: none; padding: 0; }
.filter select { font: inherit; color: inherit; background: var(--page); border: 1px solid var(--dim); border-radius: .3rem; padding: .15rem .35rem; max-width: 100%; }
.overview td:first-child { white-space: normal; width: 16rem; }
.overview td:last-child { color: var(--dim); width: 16rem; }
.cells { display: flex; flex-wrap: wrap; gap: 2px; padding-top: .3rem; }
i { display: inline-block; flex: none; width: .7rem; height: .7rem; border-radius: .15rem; background: var(--line); }
i.passed { background: var(--ok); }
i.failed { background: var(--bad); }
i.warned { background: var(--warn); }
i.not-judged { background: transparent; border: 1px solid var(--warn); }
i.not-exercised { background: transparent; border: 1px solid var(--dim); }
.requirements { table-layout: fixed; }
.requirements td:nth-child(1) { width: 8.5rem; }
.requirements td:nth-child(2) { width: 4.5rem; }
.requirements td:nth-child(3) { width: 17rem; }
.chart { display: grid; grid-template-columns: max-content minmax(0, 1fr); column-gap: .75rem; background: var(--page); border: 1px solid var(--line); border-radius: .3rem; padding: .5rem .75rem; margin: .5rem 0; }
.lane-names { display: grid; grid-auto-rows: 26px; align-items: center; font-size: .8rem; color: var(--dim); }
.lanes { display: block; width: 100%; height: 182px; }
.axis { grid-column: 2; display: flex; justify-content: space-between; font-size: .8rem; color: var(--dim); }
.rule { stroke: var(--line); stroke-width: 1; vector-effect: non-scaling-stroke; }
.silence { fill: var(--line); opacity: .5; }
.gap { fill: var(--dim); opacity: .4; }
.mark { fill: currentColor; stroke: currentColor; stroke-width: 1; vector-effect: non-scaling-stroke; }
.turn { color: var(--ink); }
.text { color: var(--text); }
.steps { color: var(--steps); }
.agents { color: var(--agents); }
.interactions { color: var(--asks); }
.pings { color: var(--dim); }
.error { color: var(--bad); }
.events { table-layout: fixed; }
.events td.number { width: 5.5rem; }
.events td.at { width: 6rem; }
.events td.name { width: 13.5rem; }
@media (max-width: 40rem) {
  main { padding: 1rem; }
  article { padding: .25rem .75rem .75rem; }
  dl { grid-template-columns: minmax(0, 1fr); }
  dd { padding-left: .75rem; }
  .requirements, .requirements tbody, .requirements tr, .overview, .overview tbody, .overview tr, .events, .events tbody, .events tr { display: block; }
  .requirements td, .overview td, .events td { display: block; width: auto !important; border: 0; padding: 0; }
  .requirements tr, .overview tr, .events tr { border-bottom: 1px solid var(--line); padding: .4rem 0; }
  .events td[class] { display: inline-block; margin-right: .75rem; }
  .requirements td:nth-child(-n + 2) { display: inline-block; margin-right: .75rem; }
}
`;
