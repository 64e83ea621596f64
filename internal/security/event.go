// Package security keeps the security log: logins that succeeded and failed,
// rights that were refused, and changes of rights and secrets. An event says
// that something happened, to which account and from which network, and holds
// nothing that a person wrote: no number, no name, no address.
package security

import (
	"net/netip"
	"slices"
)

// Kind says what happened.
type Kind string

// The kinds.
const (
	LoggedIn        Kind = "login.done"
	LoginFailed     Kind = "login.failed"
	Refused         Kind = "right.refused" // a call that the asker may not make
	SecretChanged   Kind = "secret.changed"
	IdentityBound   Kind = "identity.bound"
	IdentityUnbound Kind = "identity.unbound"
	RoleChanged     Kind = "role.changed"
	Disabled        Kind = "account.disabled"
	Enabled         Kind = "account.enabled"
	Banned          Kind = "account.banned"
	Unbanned        Kind = "account.unbanned"
	LoggedOut       Kind = "account.loggedOut" // everywhere, by an administrator
	FactorOn        Kind = "factor.on"
	FactorOff       Kind = "factor.off"
	FactorReset     Kind = "factor.reset"  // by an administrator
	FactorFailed    Kind = "factor.failed" // a wrong code of who is logged in; at a login it is LoginFailed
	RecoveryRenewed Kind = "factor.recovery"
	RecoveryUsed    Kind = "factor.recoveryUsed"
	Left            Kind = "account.left"     // given up; its grace begins
	Returned        Kind = "account.returned" // taken up again within the grace
	Deleted         Kind = "account.deleted"
	Exported        Kind = "data.exported" // everything of somebody
	Infected        Kind = "upload.infected"
	ScanFailed      Kind = "upload.unscanned" // a virus scanner did not answer
)

// Kinds are all of them.
var Kinds = []Kind{
	LoggedIn, LoginFailed, Refused, SecretChanged, IdentityBound, IdentityUnbound, RoleChanged, Disabled, Enabled, Banned, Unbanned, LoggedOut,
	FactorOn, FactorOff, FactorReset, FactorFailed, RecoveryRenewed, RecoveryUsed, Left, Returned, Deleted, Exported, Infected, ScanFailed,
}

// Known reports whether there is such a kind.
func (k Kind) Known() bool { return slices.Contains(Kinds, k) }

// Event is something that happened.
type Event struct {
	Kind      Kind
	AccountID string     // whom it is about; empty: nobody that is known
	ActorID   string     // who did it; empty, or AccountID: the account's person, or the program
	Addr      netip.Addr // from where; only its network is kept
	Detail    string     // a word of the program, such as a login type, a call or a section; never what somebody typed
	Code      string     // of the error catalogue, when it was refused
}

// network shortens an address to what tells neighbours apart and no person.
func network(a netip.Addr) string {
	a = a.Unmap()
	switch {
	case !a.IsValid():
		return ""
	case a.IsLoopback():
		return "loopback"
	}
	bits := 48
	if a.Is4() {
		bits = 24
	}
	p, err := a.WithZone("").Prefix(bits)
	if err != nil { // the bits fit the address
		return ""
	}
	return p.String()
}
