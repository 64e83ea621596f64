import type { Theme } from './draw'

/** The names of the page's colours used in diagrams. */
const TOKENS = [
  'paper',
  'paper-2',
  'surface',
  'hover',
  'ink',
  'ink-2',
  'ink-3',
  'line',
  'line-strong',
  'qing',
  'qing-soft',
  'on-qing',
  'seal',
  'seal-soft',
  'amber',
] as const
export type Tokens = Record<(typeof TOKENS)[number], string>

/** The page's colours in a theme as #rrggbb, because Mermaid cannot parse oklch(). */
export function tokensOf(theme: Theme): Tokens {
  const probe = document.createElement('span')
  probe.dataset.theme = theme
  probe.hidden = true
  document.body.append(probe)
  const style = getComputedStyle(probe)
  const brush = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const hex = (colour: string): string => {
    if (!brush) return colour
    brush.fillStyle = colour
    brush.fillRect(0, 0, 1, 1)
    const [r, g, b] = brush.getImageData(0, 0, 1, 1).data
    return `#${[r!, g!, b!].map((v) => v.toString(16).padStart(2, '0')).join('')}`
  }
  const found = Object.fromEntries(
    TOKENS.map((name) => [name, hex(style.getPropertyValue(`--${name}`).trim())]),
  ) as Tokens
  probe.remove()
  return found
}

/** The number of colours in each of Mermaid's series, for example for the branches of a mind map. */
const SERIES = 12

/** Mermaid's variables with the page's colours. Mermaid derives all other variables from these. */
export function themeVariables(c: Tokens, dark: boolean, fontFamily: string): Record<string, unknown> {
  const strong = [c.qing, c.amber, c.seal, c['line-strong']]
  const soft = [c['qing-soft'], c['paper-2'], c['seal-soft'], c.hover]
  const series: Record<string, string> = {}
  for (let i = 0; i < SERIES; i++) {
    series[`pie${i + 1}`] = strong[i % strong.length]!
    series[`cScale${i}`] = soft[i % soft.length]!
    series[`cScalePeer${i}`] = strong[i % strong.length]!
    series[`cScaleInv${i}`] = c['line-strong']
    series[`cScaleLabel${i}`] = c.ink
    series[`git${i}`] = strong[i % strong.length]!
    series[`gitInv${i}`] = c['line-strong']
    series[`gitBranchLabel${i}`] = c['on-qing']
    series[`fillType${i}`] = soft[i % soft.length]!
  }
  return {
    darkMode: dark,
    background: c.paper,
    fontFamily,
    fontSize: '14px',
    primaryColor: c['qing-soft'],
    primaryTextColor: c.ink,
    primaryBorderColor: c.qing,
    secondaryColor: c['paper-2'],
    secondaryTextColor: c.ink,
    secondaryBorderColor: c['line-strong'],
    tertiaryColor: c.surface,
    tertiaryTextColor: c.ink,
    tertiaryBorderColor: c.line,
    lineColor: c['ink-3'],
    textColor: c.ink,
    titleColor: c.ink,
    mainBkg: c['qing-soft'],
    nodeBorder: c.qing,
    nodeTextColor: c.ink,
    clusterBkg: c['paper-2'],
    clusterBorder: c['line-strong'],
    edgeLabelBackground: c.paper,
    arrowheadColor: c['ink-3'],
    noteBkgColor: c.surface,
    noteTextColor: c.ink,
    noteBorderColor: c['line-strong'],
    actorBkg: c['qing-soft'],
    actorBorder: c.qing,
    actorTextColor: c.ink,
    actorLineColor: c['line-strong'],
    signalColor: c['ink-2'],
    signalTextColor: c.ink,
    labelBoxBkgColor: c['paper-2'],
    labelBoxBorderColor: c['line-strong'],
    labelTextColor: c.ink,
    loopTextColor: c.ink,
    activationBkgColor: c.hover,
    activationBorderColor: c['line-strong'],
    sequenceNumberColor: c['on-qing'],
    sectionBkgColor: c['paper-2'],
    altSectionBkgColor: c.paper,
    sectionBkgColor2: c['paper-2'],
    excludeBkgColor: c.hover,
    gridColor: c.line,
    taskBkgColor: c['qing-soft'],
    taskBorderColor: c.qing,
    taskTextColor: c.ink,
    taskTextLightColor: c.ink,
    taskTextDarkColor: c.ink,
    taskTextOutsideColor: c.ink,
    taskTextClickableColor: c.ink,
    activeTaskBkgColor: c.hover,
    activeTaskBorderColor: c.qing,
    doneTaskBkgColor: c.hover,
    doneTaskBorderColor: c['line-strong'],
    critBkgColor: c['seal-soft'],
    critBorderColor: c.seal,
    todayLineColor: c.seal,
    pieSectionTextColor: c['on-qing'],
    pieTitleTextColor: c.ink,
    pieLegendTextColor: c.ink,
    pieStrokeColor: c.paper,
    pieOuterStrokeColor: c.line,
    pieOpacity: '1',
    tagLabelColor: c.ink,
    tagLabelBackground: c['paper-2'],
    tagLabelBorder: c['line-strong'],
    commitLabelColor: c.ink,
    commitLabelBackground: c['paper-2'],
    attributeBackgroundColorOdd: c.paper,
    attributeBackgroundColorEven: c['paper-2'],
    quadrant1Fill: c['qing-soft'],
    quadrant2Fill: c['paper-2'],
    quadrant3Fill: c.surface,
    quadrant4Fill: c.hover,
    quadrantPointFill: c.qing,
    quadrantPointTextFill: c.ink,
    xyChart: {
      backgroundColor: c.paper,
      titleColor: c.ink,
      xAxisLabelColor: c['ink-2'],
      xAxisTitleColor: c.ink,
      xAxisTickColor: c['ink-3'],
      xAxisLineColor: c['line-strong'],
      yAxisLabelColor: c['ink-2'],
      yAxisTitleColor: c.ink,
      yAxisTickColor: c['ink-3'],
      yAxisLineColor: c['line-strong'],
      plotColorPalette: strong.join(','),
    },
    ...series,
  }
}
