package run

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
)

// Hold records that this node has a temporary conversation in memory. Other nodes can ask for the
// record with HeldElsewhere. Hold stores only a hash of the owner and the cid. If there is a single
// process, Hold does nothing.
func (m *Manager) Hold(ctx context.Context, ownerID, cid string) error {
	if m.node == "" {
		return nil
	}
	return m.main.store.hold(ctx, holdKey(ownerID, cid))
}

// Release removes the records of Hold.
func (m *Manager) Release(ctx context.Context, ownerID string, cids ...string) error {
	if m.node == "" || len(cids) == 0 {
		return nil
	}
	keys := make([]string, len(cids))
	for i, cid := range cids {
		keys[i] = holdKey(ownerID, cid)
	}
	return m.main.store.releaseHeld(ctx, keys)
}

// HeldElsewhere reports whether another node has the owner's temporary conversation in memory.
func (m *Manager) HeldElsewhere(ctx context.Context, ownerID, cid string) (bool, error) {
	if m.node == "" {
		return false, nil
	}
	return m.main.store.heldElsewhere(ctx, holdKey(ownerID, cid))
}

func holdKey(ownerID, cid string) string {
	sum := sha256.Sum256([]byte(ownerID + "\x00" + cid))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}
