package formula

import "strings"

// pairs parses a list of the form "command sign command sign …" into a map from commands to signs.
func pairs(s string) map[string]string {
	f := strings.Fields(s)
	m := make(map[string]string, len(f)/2)
	for i := 0; i+1 < len(f); i += 2 {
		m[f[i]] = f[i+1]
	}
	return m
}

func set(s string) map[string]bool {
	m := map[string]bool{}
	for _, f := range strings.Fields(s) {
		m[f] = true
	}
	return m
}

// relations are the signs that end the expression of a sum. The first line contains characters; the
// other lines contain commands.
var relations = pairs(`= = < < > > ≤ ≤ ≥ ≥ ≠ ≠ ≈ ≈ → → ⇒ ⇒
\le ≤ \leq ≤ \leqslant ⩽ \ge ≥ \geq ≥ \geqslant ⩾ \ne ≠ \neq ≠ \lt < \gt > \ll ≪ \gg ≫ \approx ≈ \equiv ≡ \sim ∼ \simeq ≃
\cong ≅ \propto ∝ \in ∈ \notin ∉ \ni ∋ \subset ⊂ \subseteq ⊆ \supset ⊃ \supseteq ⊇ \subsetneq ⊊ \to → \rightarrow →
\leftarrow ← \gets ← \Rightarrow ⇒ \Leftarrow ⇐ \leftrightarrow ↔ \Leftrightarrow ⇔ \iff ⟺ \implies ⟹ \impliedby ⟸
\longrightarrow ⟶ \Longrightarrow ⟹ \longleftarrow ⟵ \Longleftrightarrow ⟺ \mapsto ↦ \longmapsto ⟼ \hookrightarrow ↪
\rightharpoonup ⇀ \rightleftharpoons ⇌ \uparrow ↑ \downarrow ↓ \Uparrow ⇑ \Downarrow ⇓ \updownarrow ↕ \nearrow ↗
\searrow ↘ \perp ⊥ \parallel ∥ \mid ∣ \nmid ∤ \vdash ⊢ \models ⊨ \prec ≺ \succ ≻ \preceq ⪯ \succeq ⪰ \asymp ≍ \doteq ≐
\triangleq ≜ \coloneqq ≔ \colon :`)

// signs maps commands to letters, operators, spaces and other signs.
var signs = func() map[string]string {
	m := pairs(`\alpha α \beta β \gamma γ \delta δ \epsilon ϵ \varepsilon ε \zeta ζ \eta η \theta θ \vartheta ϑ \iota ι
\kappa κ \lambda λ \mu μ \nu ν \xi ξ \omicron ο \pi π \varpi ϖ \rho ρ \varrho ϱ \sigma σ \varsigma ς \tau τ \upsilon υ
\phi ϕ \varphi φ \chi χ \psi ψ \omega ω \Gamma Γ \Delta Δ \Theta Θ \Lambda Λ \Xi Ξ \Pi Π \Sigma Σ \Upsilon Υ \Phi Φ
\Psi Ψ \Omega Ω \infty ∞ \partial ∂ \nabla ∇ \pm ± \mp ∓ \times × \div ÷ \cdot ⋅ \ast ∗ \star ⋆ \circ ∘ \bullet ∙
\oplus ⊕ \ominus ⊖ \otimes ⊗ \odot ⊙ \cap ∩ \cup ∪ \setminus ∖ \wedge ∧ \land ∧ \vee ∨ \lor ∨ \neg ¬ \lnot ¬
\forall ∀ \exists ∃ \nexists ∄ \emptyset ∅ \varnothing ∅ \therefore ∴ \because ∵ \ldots … \dots … \cdots ⋯ \vdots ⋮
\ddots ⋱ \dotsc … \dotsb ⋯ \hbar ℏ \ell ℓ \Re ℜ \Im ℑ \aleph ℵ \wp ℘ \imath ı \jmath ȷ \angle ∠ \triangle △ \square □
\blacksquare ■ \prime ′ \degree ° \dagger † \ddagger ‡ \langle ⟨ \rangle ⟩ \lfloor ⌊ \rfloor ⌋ \lceil ⌈ \rceil ⌉ \lvert |
\rvert | \vert | \lVert ‖ \rVert ‖ \Vert ‖ \| ‖ \{ { \} } \lbrace { \rbrace } \lbrack [ \rbrack ] \% % \# # \& & \$ $
\_ _ \backslash \ \checkmark ✓ \surd √ \top ⊤ \bot ⊥ \diamond ⋄ \Box □ \complement ∁ \copyright © \yen ¥ \S § \P ¶`)
	for command, space := range map[string]string{
		`\,`: "\u2009", `\:`: "\u2005", `\;`: "\u2004", `\ `: " ", `\quad`: "\u2003", `\qquad`: "\u2003\u2003", `\!`: "\u200b", `\>`: "\u2005",
	} {
		m[command] = space
	}
	return m
}()

var bigSigns = pairs(`\sum ∑ \prod ∏ \coprod ∐ \int ∫ \iint ∬ \iiint ∭ \oint ∮ \oiint ∯ \bigcup ⋃ \bigcap ⋂ \bigvee ⋁
\bigwedge ⋀ \bigoplus ⨁ \bigotimes ⨂ \bigodot ⨀ \bigsqcup ⨆`)

// integrals have their limits after the sign by default; the limits of other large signs
// are below and above.
const integrals = "∫∬∭∮∯"

// names are the names of functions, which are printed upright and not in italics.
var names = set(`sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh coth log ln lg exp lim limsup liminf max min
sup inf det dim ker deg gcd hom arg Pr mod bmod argmax argmin`)

// limitNames are functions with a limit below.
var limitNames = set(`lim limsup liminf max min sup inf det gcd Pr argmax argmin`)

// ignored are commands left out of the formula, for example commands for sizes.
var ignored = set(`\displaystyle \textstyle \scriptstyle \scriptscriptstyle \big \Big \bigg \Bigg \bigl \bigr \Bigl \Bigr
\biggl \biggr \Biggl \Biggr \bigm \middle \nonumber \notag \hline \limits \nolimits \allowbreak \mathstrut \noindent`)

var accents = map[string]struct {
	mark string
	bar  int // see accent.bar
}{
	`\hat`: {"\u0302", 0}, `\widehat`: {"\u0302", 0}, `\tilde`: {"\u0303", 0}, `\widetilde`: {"\u0303", 0},
	`\dot`: {"\u0307", 0}, `\ddot`: {"\u0308", 0}, `\vec`: {"\u20d7", 0}, `\overrightarrow`: {"\u20d7", 0},
	`\bar`: {"", 1}, `\overline`: {"", 1}, `\underline`: {"", -1},
	`\check`: {"\u030c", 0}, `\breve`: {"\u0306", 0}, `\acute`: {"\u0301", 0}, `\grave`: {"\u0300", 0},
	`\overbrace`: {"⏞", 2}, `\underbrace`: {"⏟", -2},
}

var looks = map[string]look{
	`\mathrm`: upright, `\mathsf`: upright, `\mathtt`: upright, `\rm`: upright, `\mathbf`: boldface, `\boldsymbol`: boldface,
	`\bm`: boldface, `\mathit`: slanted, `\mathbb`: blackboard, `\mathcal`: script, `\mathscr`: script, `\mathfrak`: fraktur,
}
